/** What the app shows at once, and what comes when it is wanted; each a file of its own. In the order of their needs. */
const GROUPS = [
  { name: "app", roots: ["/src/main.ts"] },
  {
    name: "transcript",
    roots: [
      "/ui/chat/slash-transcript.ts",
      "/ui/state/follow-answer.ts",
      "/ui/chat/markdown/markdown-model.ts",
      "/ui/chat/markdown/markdown-template.ts",
    ],
  },
  {
    name: "places",
    roots: [
      "/ui/chat/slash-options.ts",
      "/ui/models/slash-models.ts",
      "/ui/console/slash-console.ts",
      "/ui/settings/slash-settings.ts",
    ],
  },
];

/**
 * Few files rather than many: an install fetches and stores them one after the other, and each costs a round trip
 * through the service worker at every start (docs/decisions/0504). A module goes with the first group that needs it;
 * what sites that embed us need stays out of all.
 *
 * @returns {import("rolldown").CodeSplittingGroup}
 */
export function appChunks() {
  return {
    debugName: "app",
    name: (id, context) => {
      if (isNeededBy(id, ({ id: root }) => root.endsWith("/src/embed.ts"), context)) return null;
      const group = GROUPS.find(({ roots }) =>
        isNeededBy(id, (info) => roots.some((root) => info.id.endsWith(root)), context),
      );
      return group?.name ?? null;
    },
    includeDependenciesRecursively: false,
  };
}

/**
 * Whether a module is one of the roots, or is imported by one statically, over however many steps.
 *
 * @param {string} id
 * @param {(info: import("rolldown").ModuleInfo) => boolean} isRoot
 * @param {{ getModuleInfo(id: string): import("rolldown").ModuleInfo | null }} context
 */
function isNeededBy(id, isRoot, context) {
  const seen = new Set([id]);
  for (const module of seen) {
    const info = context.getModuleInfo(module);
    if (info === null) continue;
    if (isRoot(info)) return true;
    for (const importer of info.importers) seen.add(importer);
  }
  return false;
}
