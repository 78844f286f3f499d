/** What the people of tests are called and write, as the builders make it: no line of a function may hold any of it. */
export const PLANTED = {
  host: (id: number): string => `Host ${id}`,
  booker: "Ann Booker",
  attendee: "Bea Attendee",
  person: "Pat Person",
  title: "Tea with Tessa",
  notes: "Bring tea",
} as const;

const texts = Object.values(PLANTED).filter((value) => typeof value === "string");

/** Whatever is about people in a line: what the builders plant, and any email address, URL, or address of a machine. */
export const PERSONAL = [
  ...texts.map((text) => new RegExp(text)),
  /\bHost \d+/,
  /[\w.+-]@[\w-]+\.[a-z]{2}/i,
  /\bhttps?:\/\//,
  /\b\d{1,3}(\.\d{1,3}){3}\b/,
];
