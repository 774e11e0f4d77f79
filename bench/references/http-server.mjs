import { createServer } from "node:http";
import { emit } from "./frames.js";

// Runs as a process of its own, as such servers do. Prints its address.
const headers = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-max-age": "600",
  "cache-control": "no-cache",
};

const server = createServer((request, response) => void answer(request, response));

/** @type {(...call: Parameters<import("node:http").RequestListener>) => Promise<void>} */
async function answer(request, response) {
  if (request.method === "OPTIONS") {
    response.writeHead(204, headers).end();
    return;
  }
  if (request.url === "/clock") {
    response.writeHead(200, headers).end(String(performance.timeOrigin + performance.now()));
    return;
  }
  let text = "";
  for await (const part of request) text += part;
  response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
  // One write an event, as when a model makes them: Node gathers what is written within one turn of its loop, and would
  // send a flood as a few large pieces, the first after the last frame is made.
  await emit(JSON.parse(text), (bytes) => {
    response.write(bytes);
    response.socket?.uncork();
  });
  response.end();
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.stdout.write(`${address.port}\n`);
});
