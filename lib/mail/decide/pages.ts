import type { StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import type { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { addressOf } from "#lib/entry/pages/html-forms.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { Failure } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { runAs } from "#lib/platform/actor.ts";
import { now } from "#lib/platform/clock.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { acceptPage, type DecisionPageForm, decidedPage, rejectPage, uselessLink } from "./documents.ts";
import { decidePath, findBookingOfToken } from "./links.ts";
import { Decision, DecisionForm, LONGEST_REASON } from "./parameters.ts";

/** Shows the form of a link, or what was decided. */
export async function showDecision(visit: Visit): Promise<PageResponse> {
  const found = await findRequest(visit);
  return "response" in found ? found.response : { page: PAGES[found.decision](found.booking, formOf(found)) };
}

const PAGES = { accept: acceptPage, reject: rejectPage } as const;

/**
 * Decides about a request on behalf of its first host, and redirects to the page of the link, which shows the result. If somebody else has
 * decided, or the booking has another time or other guests than on the page, nothing is changed, and the page shows that.
 */
export async function submitDecision(visit: Visit): Promise<PageResponse> {
  const found = await findRequest(visit);
  if ("response" in found) return found.response;
  const { booking, decision, address } = found;
  const parsed = DecisionForm.safeParse(visit.form);
  const again = (status: number, problem: string): PageResponse => ({
    status,
    page: PAGES[decision](booking, { ...formOf(found), reason: visit.form["reason"], problem }),
  });
  if (!parsed.success)
    return again(400, `The reason can have at most ${LONGEST_REASON} characters. Nothing was changed.`);
  const { reason, sequence } = parsed.data;
  if (sequence !== undefined && sequence !== String(booking.iCalSequence))
    return again(409, "The booking has changed since you opened this page. Nothing was decided.");
  await decide(booking, decision, reason);
  return { redirectTo: address };
}

/** A booking that its first host can decide about. */
interface Request {
  booking: StoredBooking;
  decision: Decision;
  /** The address of the page. */
  address: string;
}

const formOf = ({ address }: Request): DecisionPageForm => ({ action: address });

/** Finds the booking of a link, or the page that says why there is nothing to decide. */
async function findRequest({ path, baseUrl }: Visit): Promise<Request | { response: PageResponse }> {
  const { token = "" } = path;
  const decision = Decision.safeParse(path["decision"]).data;
  const booking = await findBookingOfToken(token);
  const host = booking && (await findItem(UserItem, { id: booking.userId }));
  if (!decision || !booking || !host || host.isLocked) return { response: uselessLink("invalid") };
  if (Date.parse(booking.startTime) <= now()) return { response: uselessLink("expired") };
  if (booking.status !== "PENDING") return { response: { page: decidedPage(booking) } };
  return { booking, decision, address: addressOf({ baseUrl, query: {} }, decidePath(token, decision)) };
}

/** Changes a booking only if it is as it was when it was read. */
async function decide(
  { id, version, userId }: StoredBooking,
  decision: Decision,
  reason: string | undefined,
): Promise<void> {
  const changes: BookingUpdate = {
    ...(decision === "accept"
      ? { status: "ACCEPTED" }
      : { status: "REJECTED", rejectionReason: reason || undefined }),
    startTime: undefined,
    endTime: undefined,
  };
  const caller: Caller = { userId, role: "USER", scopes: "all", credentialId: "decide-link" };
  try {
    await runAs(caller, () => updateBooking(caller, { id, ifMatch: [version] }, changes));
  } catch (error) {
    if (!(error instanceof Failure && error.code === "precondition_failed")) throw error;
  }
}
