import { BoundedCache } from "./bounded-cache.ts";

/** More than the number of time zones, because names are case-insensitive. */
const MAX_FORMATS = 1_000;
/** Formats by time zone: creating one takes longer than using it. */
const formats = /* @__PURE__ */ new BoundedCache<string, Intl.DateTimeFormat>(MAX_FORMATS);

/**
 * Returns the minutes by which a time zone is ahead of UTC at an instant (an ISO string, or milliseconds since 1970), including daylight
 * saving time, without fractions of a minute. The first call of a process takes about 10 ms, because `Intl` loads its data.
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
