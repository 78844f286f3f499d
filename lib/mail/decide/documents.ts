import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { PageParts } from "#lib/entry/pages/document.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import { noticeHtml } from "#lib/entry/pages/notice.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import { cleanLine, cleanText } from "#lib/mail/content/clean-text.ts";
import { formatRange } from "#lib/mail/content/times.ts";
import { nameOf } from "#lib/mail/content/topic.ts";
import { LONGEST_REASON } from "./parameters.ts";

/** The form of a page: the address to which it is sent, and what was wrong with the form that was sent before. */
export interface DecisionPageForm {
  action: string;
  reason?: string | undefined;
  problem?: string;
}

/** The page with which a host accepts a request. */
export const acceptPage = (booking: StoredBooking, { action, problem }: DecisionPageForm): PageParts => ({
  title: problem === undefined ? "Accept this booking?" : "The booking was not accepted",
  main: html`<h1>Accept this booking?</h1>
${problemHtml(problem)}
${summary(booking)}
<form method="post" action="${action}">
${shownSequence(booking)}
<p class="submit"><button>Accept</button></p>
</form>`,
});

/** The page with which a host rejects a request. */
export const rejectPage = (
  booking: StoredBooking,
  { action, reason = "", problem }: DecisionPageForm,
): PageParts => ({
  title: problem === undefined ? "Decline this booking?" : "The booking was not declined",
  main: html`<h1>Decline this booking?</h1>
${problemHtml(problem)}
${summary(booking)}
<form method="post" action="${action}">
${shownSequence(booking)}
<label for="reason">Reason (optional)</label>
<textarea id="reason" name="reason" rows="4" maxlength="${LONGEST_REASON}" aria-describedby="rule${problem !== undefined && " problem"}">${reason}</textarea>
<p class="quiet small" id="rule">The guests can read it.</p>
<p class="submit"><button>Decline</button></p>
</form>`,
});

const problemHtml = (text: string | undefined) =>
  noticeHtml(text === undefined ? undefined : { kind: "problem", text });

/** Identifies the time and the guests on the page, so that the host decides about these only. */
const shownSequence = ({ iCalSequence }: StoredBooking): Html =>
  html`<input type="hidden" name="sequence" value="${String(iCalSequence)}">`;

/** The page about a booking that no longer waits for a decision. */
export function decidedPage(booking: StoredBooking): PageParts {
  const heading = HEADINGS[booking.status];
  return {
    title: heading,
    main: html`<h1>${heading}</h1>
${summary(booking)}`,
  };
}

const HEADINGS: Record<StoredBooking["status"], string> = {
  ACCEPTED: "This booking is accepted",
  REJECTED: "This booking was declined",
  CANCELLED: "This booking was cancelled",
  PENDING: "This booking waits for a decision",
  AWAITING_HOST: "This booking waits for its host",
};

/** A booking, its time and guests, and why it was declined or cancelled, on the clock of its first host. */
function summary(booking: StoredBooking): Html {
  const { title, startTime, endTime, user, attendees, status } = booking;
  const clock = { locale: "en", timeZone: user.timeZone, timeFormat: user.timeFormat };
  const reason = { REJECTED: booking.rejectionReason, CANCELLED: booking.cancellationReason }[String(status)];
  const rows: [string, string | null | undefined][] = [
    ["What", cleanLine(title)],
    ["When", formatRange(startTime, endTime, clock)],
    [attendees.length > 1 ? "Guests" : "Guest", attendees.map(nameOf).join(", ")],
    ["Reason", reason && cleanText(reason)],
  ];
  return html`<dl>
${rows.map(
  ([name, value]) =>
    value &&
    html`<dt>${name}</dt>
<dd><bdi>${value}</bdi></dd>
`,
)}</dl>`;
}

const USELESS = {
  invalid: {
    heading: "This link does not work",
    text: "It is incomplete, or the booking does not exist any more. Open the link from the mail again.",
  },
  expired: {
    heading: "This link has expired",
    text: "The booking has started, so that nothing can be decided any more.",
  },
} as const;

/** The page of a link that is invalid or no longer valid. It shows nothing about a booking. */
export function uselessLink(why: keyof typeof USELESS): PageResponse {
  const { heading, text } = USELESS[why];
  return {
    status: 404,
    page: {
      title: heading,
      main: html`<h1>${heading}</h1>
<p>${text}</p>`,
    },
  };
}
