import type { CDPSession, Page } from "playwright";

/** Kinds of places that hold a heap of their own. */
export const PLACES = ["page", "service_worker", "shared_worker"] as const;
export type Place = (typeof PLACES)[number];

/** Reads how much the heaps of one site hold after everything that can go has gone. */
export class Heaps {
  readonly #session: CDPSession;
  readonly #sessions: ReadonlyMap<Place, string>;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #nextId = 1;

  /** @param page - of the site; its worker and service worker are found by its address */
  static async attach(page: Page): Promise<Heaps> {
    const browser = page.context().browser();
    if (browser === null) throw new Error("This browser cannot be asked for its targets.");
    const session = await browser.newBrowserCDPSession();
    const origin = new URL(page.url()).origin;
    const { targetInfos } = await session.send("Target.getTargets");
    const sessions = new Map<Place, string>();
    for (const place of PLACES) {
      const target = targetInfos.find(({ type, url }) => type === place && url.startsWith(origin));
      if (target === undefined) throw new Error(`The site has no ${place}.`);
      const { sessionId } = await session.send("Target.attachToTarget", {
        targetId: target.targetId,
        flatten: false,
      });
      sessions.set(place, sessionId);
    }
    return new Heaps(session, sessions);
  }

  private constructor(session: CDPSession, sessions: ReadonlyMap<Place, string>) {
    this.#session = session;
    this.#sessions = sessions;
    session.on("Target.receivedMessageFromTarget", ({ message }) => {
      const { id, result } = JSON.parse(message) as { id: number; result: unknown };
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  /** Bytes, after collections. */
  async used(place: Place): Promise<number> {
    await this.#send(place, "HeapProfiler.enable");
    for (let round = 0; round < 3; round++) await this.#send(place, "HeapProfiler.collectGarbage");
    const usage = (await this.#send(place, "Runtime.getHeapUsage")) as {
      usedSize: number;
      backingStorageSize?: number;
    };
    return usage.usedSize + (usage.backingStorageSize ?? 0);
  }

  async #send(place: Place, method: string): Promise<unknown> {
    const id = this.#nextId++;
    const answered = new Promise((resolve) => {
      this.#waiting.set(id, resolve);
    });
    await this.#session.send("Target.sendMessageToTarget", {
      message: JSON.stringify({ id, method }),
      sessionId: this.#sessions.get(place) ?? "",
    });
    return answered;
  }
}
