/** The names and texts of people in tests. No log line may contain any of them. */
export const SAMPLE_PEOPLE = {
  host: (id: number): string => `Host ${id}`,
  booker: "Ann Booker",
  attendee: "Bea Attendee",
  person: "Pat Person",
  title: "Tea with Tessa",
  notes: "Bring tea",
} as const;

const texts = Object.values(SAMPLE_PEOPLE).filter((value) => typeof value === "string");

/** Personal data in a log line: names and texts of the builders, email addresses, URLs and IP addresses. */
export const PERSONAL = [
  ...texts.map((text) => new RegExp(text)),
  /\bHost \d+/,
  /[\w.+-]@[\w-]+\.[a-z]{2}/i,
  /\bhttps?:\/\//,
  /\b\d{1,3}(\.\d{1,3}){3}\b/,
];
