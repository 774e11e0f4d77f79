import type { ModelFiles } from "../../engine/engine.ts";

/** What was chosen, as a model: the folder's name is the model's, unless another one is given. */
export function modelOfFolder(files: readonly File[], id: string): ModelFiles {
  return {
    id: id.trim() || folderName(files),
    // A file among others of a folder: hidden ones and those of a version control are no part of a model.
    files: files
      .filter(({ name }) => !name.startsWith("."))
      .map((content) => ({ name: content.name, content })),
  };
}

/** Empty for files that were chosen one by one. */
export function folderName(files: readonly File[]): string {
  return files[0]?.webkitRelativePath.split("/").slice(0, -1)[0] ?? "";
}
