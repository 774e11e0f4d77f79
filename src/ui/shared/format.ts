const locale = typeof navigator === "undefined" ? "en" : navigator.language;
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** `1,234`. */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** `38` or `4.2`: one digit after the point while it matters. */
export function formatRate(value: number): string {
  return (value < 10 ? oneDigit : whole).format(value);
}

/** `98 MB`, `1.3 GB`: decimal units, as stores and connections count. */
export function formatBytes(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: units[unit] ?? "byte",
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: unit >= 3 && value < 100 ? 1 : 0,
  }).format(value);
}

/** `41 of 98 MB`: the unit is said once where both share it. */
export function formatBytesOf(
  done: number,
  all: number,
  of: (a: string, b: string) => string,
): string {
  const [left, right] = [formatBytes(done), formatBytes(all)];
  if (done <= 0) return of(whole.format(0), right);
  const unit = /\D+$/u.exec(right)?.[0] ?? "";
  return of(unit && left.endsWith(unit) ? left.slice(0, -unit.length) : left, right);
}

/** `240 ms`, `1.4 s`, `3 min`: the symbols of units are the same in every language. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${whole.format(milliseconds)} ms`;
  if (milliseconds < 9_950) return `${oneDigit.format(milliseconds / 1000)} s`;
  if (milliseconds < 90_000) return `${whole.format(milliseconds / 1000)} s`;
  if (milliseconds < 5_400_000) return `${whole.format(milliseconds / 60_000)} min`;
  return `${oneDigit.format(milliseconds / 3_600_000)} h`;
}

/** `14:05` today, `12 Mar` this year, `12 Mar 2025` before. */
export function formatWhen(time: number, now = Date.now()): string {
  const [date, today] = [new Date(time), new Date(now)];
  if (date.toDateString() === today.toDateString()) {
    return new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }).format(date);
  }
  const year = date.getFullYear() === today.getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...year }).format(date);
}
