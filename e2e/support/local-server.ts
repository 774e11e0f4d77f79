import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of a test's own, on a free port. */
export interface LocalServer {
  readonly port: number;
  /** Ends it at once, whatever is still connected. */
  stop(): Promise<void>;
}

/** @param host - where it listens; null: at every address of the machine */
export async function openServer(
  listener: RequestListener,
  host: string | null = "127.0.0.1",
): Promise<LocalServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, ...(host !== null && { host }) }, resolve),
  );
  const { port } = server.address() as AddressInfo;
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
