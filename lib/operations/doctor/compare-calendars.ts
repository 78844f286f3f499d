import { findWrongRows } from "#lib/calendar/external/project-busy-times.ts";
import { intervalText, type Suspicion } from "./disagreement.ts";

const HOUR = 60;

/** Compares the busy minutes of other calendars in the claim rows of a host with the busy times that were read. */
export async function compareCalendars(userId: number): Promise<Suspicion[]> {
  const { revision, rows } = await findWrongRows(userId);
  return rows.map(({ hour, expected = "none", found = "none" }) => ({
    userId,
    part: "calendars",
    subject: intervalText({ from: hour * HOUR, to: (hour + 1) * HOUR }),
    expected,
    found,
    asOf: String(revision),
  }));
}
