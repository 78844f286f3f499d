/** Formats by time zone: making one costs more than using it. */
const MOST_FORMATS = 1_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Minutes a time zone is ahead of UTC at an instant, daylight saving included; fractions of a minute are dropped. */
export function utcOffsetMinutes(timeZone: string, instant: string): number {
  const name = formatFor(timeZone)
    .formatToParts(new Date(instant))
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours = "0", minutes = "0"] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name ?? "") ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -offset : offset;
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // A name may be written in any letter case, so there are more than there are zones.
  if (formats.size >= MOST_FORMATS) formats.clear();
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  return format;
}
