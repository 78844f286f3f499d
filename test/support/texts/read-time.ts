/** A time range as a text says it: instants in milliseconds since 1970, and the names of zones. */
export interface ReadTime {
  instants: number[];
  zones: string[];
}

/** The names of the months in the languages of mails, also short ones. */
const MONTHS = [
  ["january", "januar", "janvier", "enero"],
  ["february", "februar", "février", "febrero"],
  ["march", "märz", "mars", "marzo"],
  ["april", "avril", "abril"],
  ["may", "mai", "mayo"],
  ["june", "juni", "juin", "junio"],
  ["july", "juli", "juillet", "julio"],
  ["august", "août", "agosto"],
  ["september", "septembre", "septiembre"],
  ["october", "oktober", "octobre", "octubre"],
  ["november", "novembre", "noviembre"],
  ["december", "dezember", "décembre", "diciembre"],
];

const ZONE = /\b(?:UTC|[A-Z]\w+(?:\/[A-Z][\w+-]*)+)/g;
const OFFSET = /\b(?:UTC|GMT(?:([+-])(\d{1,2})(?::(\d\d))?)?)/g;
const CLOCK = /\b(\d{1,2}):(\d\d)(?:\s([AP])M)?/g;
/** Such as `March 4, 2031`, or `4. März 2031` and `4 de marzo de 2031`. */
const DATE =
  /(?:(?<before>\p{L}{3,}) )?\b(?<day>\d{1,2})\b\.?(?: (?:de )?(?<after>\p{L}{3,})\.?)?,? (?:de )?(?<year>20\d\d)\b/gu;

/**
 * Reads the times in a text as a person does: dates, times of day and offsets from UTC in their order. What the last of two times has, such as
 * PM, a date or an offset, holds for both if the first has none.
 */
export function readTime(text: string): ReadTime {
  const zones = [...text.matchAll(ZONE)].map(([zone]) => zone);
  const offsets = [...text.matchAll(OFFSET)].map(([, sign, hours = "0", minutes = "0"]) => {
    const offset = Number(hours) * 60 + Number(minutes);
    return sign === "-" ? -offset : offset;
  });
  const rest = text.replace(ZONE, "").replace(OFFSET, "");
  const clocks = [...rest.matchAll(CLOCK)];
  const half = clocks.at(-1)?.[3];
  const minutes = clocks.map(([, hour, minute, own = half]) =>
    minuteOfDay(Number(hour), Number(minute), own),
  );
  const dates = datesIn(rest.replace(CLOCK, ""));
  return {
    zones,
    instants: minutes.map((minute, at) => {
      const [date, offset] = [
        dates[Math.min(at, dates.length - 1)],
        offsets[Math.min(at, offsets.length - 1)],
      ];
      if (date === undefined || offset === undefined) throw new Error(`no time: ${text}`);
      return date + (minute - offset) * 60_000;
    }),
  };
}

function minuteOfDay(hour: number, minute: number, half: string | undefined): number {
  if (half === undefined) return hour * 60 + minute;
  return ((hour % 12) + (half === "P" ? 12 : 0)) * 60 + minute;
}

/** The days in a text, as milliseconds since 1970 in UTC. */
const datesIn = (text: string): number[] =>
  [...text.matchAll(DATE)].map(({ groups = {} }) => {
    const { before = "", day, after, year } = groups;
    return Date.UTC(Number(year), monthOf((after ?? before).toLowerCase()), Number(day));
  });

const monthOf = (word: string): number =>
  MONTHS.findIndex((names) => names.some((name) => name.startsWith(word)));
