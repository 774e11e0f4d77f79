import type { IncomingMessage, ServerResponse } from "node:http";
import { openServer } from "./local-server.ts";

/** How a server goes wrong for one file. */
export type Misbehaviour =
  /** The app page with status 200, as many hosts answer for a missing file. */
  | { readonly kind: "html" }
  | { readonly kind: "status"; readonly status: number }
  /** A shorter file, whole by its own account. */
  | { readonly kind: "short"; readonly bytes: number }
  /** One bit is wrong. */
  | { readonly kind: "corrupt" }
  /** The connection breaks after so many bytes. */
  | { readonly kind: "cut"; readonly after: number }
  /** Only the first byte, as 206, whatever was asked for. */
  | { readonly kind: "part" }
  /** The file with this text at its end. */
  | { readonly kind: "append"; readonly text: string }
  /** The file with its first such text replaced. */
  | { readonly kind: "replace"; readonly text: RegExp; readonly by: string };

export interface Hub {
  readonly url: string;
  /** Paths that were asked for, with the range, in order. */
  readonly log: readonly string[];
  /** From now on, files whose path ends so go wrong, for so many requests. */
  misbehave(path: string, how: Misbehaviour, times?: number): void;
  behave(): void;
  /** Requests of a path that ends so. */
  count(path: string): number;
  stop(): Promise<void>;
}

interface Rule {
  readonly path: string;
  readonly how: Misbehaviour;
  left: number;
}

/** A server that passes everything on to another one, and misbehaves where it is told to. */
export async function openHub(upstream: string, host = "127.0.0.1"): Promise<Hub> {
  const log: string[] = [];
  let rules: Rule[] = [];
  const { port, stop } = await openServer((request, response) => {
    const path = new URL(request.url ?? "/", upstream).pathname;
    log.push(`${path} ${request.headers.range ?? ""}`.trim());
    const rule = rules.find((one) => one.left > 0 && path.endsWith(one.path));
    if (rule !== undefined) rule.left--;
    pass(new URL(request.url ?? "/", upstream), request, response, rule?.how).catch(() =>
      response.destroy(),
    );
  }, host);
  return {
    url: `http://127.0.0.1:${port}/`,
    log,
    misbehave: (path, how, times = Infinity) => {
      rules = [...rules, { path, how, left: times }];
    },
    behave: () => {
      rules = [];
    },
    count: (path) => log.filter((line) => line.split(" ")[0]?.endsWith(path)).length,
    stop,
  };
}

async function pass(
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  how: Misbehaviour | undefined,
): Promise<void> {
  if (how?.kind === "html") {
    response
      .writeHead(200, { "content-type": "text/html" })
      .end("<!doctype html><title>App</title>");
    return;
  }
  if (how?.kind === "status") {
    response.writeHead(how.status, { "content-type": "text/plain" }).end("Something is wrong.");
    return;
  }
  const { range } = request.headers;
  const answer = await fetch(url, { headers: range === undefined ? {} : { range } });
  const headers: Record<string, string> = {};
  for (const [name, value] of answer.headers) {
    if (
      !/^(connection|transfer-encoding|content-encoding|content-length|keep-alive|etag)$/.test(name)
    ) {
      headers[name] = value;
    }
  }
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status, body, cutAfter } = spoil(answer.status, bytes, how);
  response.writeHead(status, { ...headers, "content-length": String(body.length) });
  if (cutAfter === null) response.end(body);
  else response.write(body.subarray(0, cutAfter), () => setTimeout(() => response.destroy(), 50));
}

function spoil(
  status: number,
  bytes: Buffer,
  how: Misbehaviour | undefined,
): { readonly status: number; readonly body: Buffer; readonly cutAfter: number | null } {
  switch (how?.kind) {
    case "short":
      return { status: 200, body: bytes.subarray(0, how.bytes), cutAfter: null };
    case "part":
      return { status: 206, body: bytes.subarray(0, 1), cutAfter: null };
    case "append":
      return { status, body: Buffer.concat([bytes, Buffer.from(how.text)]), cutAfter: null };
    case "replace": {
      const body = Buffer.from(bytes.toString().replace(how.text, how.by));
      return { status, body, cutAfter: null };
    }
    case "corrupt": {
      const body = Buffer.from(bytes);
      const middle = body.length >> 1;
      body.writeUInt8(body.readUInt8(middle) ^ 1, middle);
      return { status, body, cutAfter: null };
    }
    case "cut":
      return { status, body: bytes, cutAfter: how.after };
    default:
      return { status, body: bytes, cutAfter: null };
  }
}
