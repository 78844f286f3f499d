/** Formats by time zone: making one takes longer than using it. */
const MOST_FORMATS = 1_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Minutes a time zone is ahead of UTC at an instant (ISO text, or milliseconds since 1970), daylight saving included; fractions of a
 * minute are dropped. The first zone of a process takes some 10 ms, in which `Intl` loads its data.
 */
export function utcOffsetMinutes(timeZone: string, instant: string | number): number {
  // Such as `3/4/2031, GMT-09:30`; an offset of zero is `GMT`.
  const text = formatFor(timeZone).format(new Date(instant));
  const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
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
