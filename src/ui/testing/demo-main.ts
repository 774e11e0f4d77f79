import "../shell/slash-app.ts";
import { mountApp } from "../shell/mount-app.ts";
import { DemoSlashV1, type DemoScene } from "./demo-slash-v1.ts";

// Only the development server serves this: /src/ui/testing/demo.html?scene=ready
const query = new URLSearchParams(location.search);
const scene = (query.get("scene") ?? "first") as DemoScene;
history.replaceState(null, "", `/${query.get("place") ?? ""}`);
mountApp(
  document.body,
  "/",
  scene === "broken"
    ? Promise.reject(new Error("broken"))
    : Promise.resolve(new DemoSlashV1(scene, scene === "unsupported" ? "no-webgpu" : null)),
);
