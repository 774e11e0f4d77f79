const characters = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  bull: "•",
  middot: "·",
  times: "×",
  divide: "÷",
  plusmn: "±",
  deg: "°",
  euro: "€",
  pound: "£",
  yen: "¥",
  sect: "§",
  para: "¶",
  larr: "←",
  rarr: "→",
  uarr: "↑",
  darr: "↓",
  le: "≤",
  ge: "≥",
  ne: "≠",
};
/** A map: a text may name any reference, `&toString;` too. */
const named: ReadonlyMap<string, string> = new Map(Object.entries(characters));

/** HTML's character references as characters. The lexer leaves them in its tokens; unknown ones stay as written. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,8}));/giu,
    (whole, hex, dec, name) => {
      if (name !== undefined) return named.get(name as string) ?? whole;
      const code = hex === undefined ? Number(dec) : Number.parseInt(hex as string, 16);
      const bad = code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff);
      return bad ? "\ufffd" : String.fromCodePoint(code);
    },
  );
}
