import type { SlashV1 } from "../../page/slash-v1.ts";
import { SettingsStore } from "../state/settings-store.ts";
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
