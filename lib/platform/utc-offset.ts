import { BoundedCache } from "./bounded-cache.ts";

/** A name may be written in any letter case, so there are more of them than time zones. */
const MOST_FORMATS = 1_000;
/** Formats by time zone: creating one takes longer than using it. */
const formats = /* @__PURE__ */ new BoundedCache<string, Intl.DateTimeFormat>(MOST_FORMATS);

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

const formatFor = (timeZone: string): Intl.DateTimeFormat =>
  formats.get(timeZone) ??
  formats.set(timeZone, new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }));
