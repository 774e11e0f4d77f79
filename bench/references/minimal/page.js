// As little as a page with a worker and something to type into can be.
document.body.append(document.createElement("textarea"));
await navigator.serviceWorker.register("sw.js");
