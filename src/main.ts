// First, so that it is under way while the rest is evaluated.
import { starting } from "./starting.ts";
import { mountApp } from "./ui/shell/mount-app.ts";

const base = new URL(import.meta.env.BASE_URL, location.href).pathname;
mountApp(document.body, base, starting);
