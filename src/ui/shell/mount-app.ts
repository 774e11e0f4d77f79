import type { SlashV1 } from "../../page/slash-v1.ts";
import { type Settings, SettingsStore } from "../state/settings-store.ts";
import { Router } from "./router.ts";
import "./slash-app.ts";

function storageOf(view: Window): Storage | null {
  try {
    return view.localStorage;
  } catch {
    // Cookies are refused for this site: choices hold for this visit only.
    return null;
  }
}

/** The colour of the browser's own bar: as the rail's, in the colours that hold. */
function barColour(theme: Settings["theme"], metaIsDark: boolean): string {
  const dark = theme === "system" ? metaIsDark : theme === "dark";
  return dark ? "#1a1d20" : "#f6f7f8";
}

/**
 * Puts the app into the page and draws it at once; the places fill when `starting` resolves.
 *
 * @param base - the path the app lives under, with a slash at the end
 */
export function mountApp(parent: HTMLElement, base: string, starting: Promise<SlashV1>): void {
  const settings = new SettingsStore(storageOf(window));
  settings.follow(window);
  const dress = () => {
    const { theme, density } = settings.state;
    document.documentElement.dataset["theme"] = theme;
    document.documentElement.dataset["density"] = density;
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      meta.content = barColour(theme, meta.media.includes("dark"));
    }
  };
  settings.addEventListener("change", dress);
  dress();

  const router = new Router(base, window, storageOf(window));
  const app = document.createElement("slash-app");
  app.router = router;
  app.settings = settings;
  app.starting = starting;
  router.start();
  parent.append(app);
}
