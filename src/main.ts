import { startSlashV1 } from "./page/start.ts";
import { mountApp } from "./ui/shell/mount-app.ts";

const base = new URL(import.meta.env.BASE_URL, location.href).pathname;
mountApp(document.body, base, startSlashV1());
