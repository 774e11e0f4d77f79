import { describe, expect, it } from "vitest";
import { formatAddress, parseAddress } from "./router.ts";

const at = (address: string, base = "/") => parseAddress(new URL(address, "https://a.test"), base);

describe("addresses", () => {
  it.each([
    ["/", "/", "chat"],
    ["/models", "/", "models"],
    ["/models/", "/", "models"],
    ["/index.html", "/", "chat"],
    ["/app/", "/app/", "chat"],
    ["/app", "/app/", "chat"],
    ["/app/console?x=1", "/app/", "console"],
    ["/a/b/settings#x", "/a/b/", "settings"],
  ])("%s under %s is %s", (address, base, place) => {
    expect(at(address, base)?.place).toBe(place);
  });

  it.each([
    ["/v1/models", "/"],
    ["/chat", "/"],
    ["/models/x", "/"],
    ["/other/models", "/app/"],
    ["/application", "/app/"],
  ])("%s under %s is none of the app's", (address, base) => {
    expect(at(address, base)).toBeNull();
  });

  it("keep their query", () => {
    expect(at("/?c=7")?.query.get("c")).toBe("7");
  });

  it("come back from what they were made of", () => {
    for (const base of ["/", "/app/", "/a/b/"]) {
      for (const place of ["chat", "models", "console", "settings"] as const) {
        const address = formatAddress(place, base, new URLSearchParams({ c: "a b&c" }));
        const read = at(address, base);
        expect(read?.place).toBe(place);
        expect(read?.query.get("c")).toBe("a b&c");
      }
    }
  });
});
