import * as z from "zod";
import { ReportedTags } from "#lib/mail/transports/message-tags.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { all, equals } from "#lib/storage/table/condition.ts";
import { put } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { type Email, EmailItem } from "./entity.ts";
import { released } from "./transitions.ts";

/**
 * What Amazon SES reports about a message: parts of its event, without addresses (`infra/constructs/mail-feedback.ts`). `type` is the event's
 * `detail-type`.
 */
export const MailFeedback = z.object({
  type: z.enum(["Email Delivered", "Email Bounced", "Email Complaint Received", "Email Rejected"]),
  messageId: z.string(),
  tags: ReportedTags,
  bounceType: z.string().optional(),
  bounceSubType: z.string().optional(),
});
export type MailFeedback = z.output<typeof MailFeedback>;

/**
 * Records what happened to a mail after it was sent. It is safe to repeat, and in any order. If the mail is queued, the function that sent it has
 * not recorded that, or was stopped: then it is not sent again.
 */
export const recordFeedback = (feedback: MailFeedback): Promise<void> =>
  retryFailedCondition(async () => {
    const { resends, ...key } = feedback.tags;
    const before = await findItem(EmailItem, key);
    const change = before?.resends === resends ? changeOf(feedback, before) : undefined;
    if (!before || !change) return;
    const { messageId } = feedback;
    const { transportId, sentAt, status, leaseUntil } = before;
    const after = {
      ...{ ...released(before), transportId: transportId ?? messageId, sentAt: sentAt ?? nowIso() },
      ...change,
    };
    const isUnchanged = all(
      equals("status", status),
      equals("resends", resends),
      equals("leaseUntil", leaseUntil),
    );
    await writeOne(put(EmailItem, after, { if: isUnchanged, replaces: before }));
    const { userId, bookingId, eventId } = after;
    const reason = after.reason ?? undefined;
    log("info", "mail reported", { userId, bookingId, eventId, kind: after.status, reason });
  });

type Change = Pick<Email, "status" | "reason">;

/** Statuses that a later report may follow. */
const BEFORE: Record<MailFeedback["type"], ReadonlySet<Email["status"]>> = {
  "Email Delivered": new Set(["queued", "sent"]),
  "Email Rejected": new Set(["queued", "sent"]),
  "Email Bounced": new Set(["queued", "sent", "delivered"]),
  "Email Complaint Received": new Set(["queued", "sent", "delivered"]),
};

function changeOf(feedback: MailFeedback, { status }: Email): Change | undefined {
  if (!BEFORE[feedback.type].has(status)) return undefined;
  switch (feedback.type) {
    case "Email Delivered":
      return { status: "delivered", reason: null };
    case "Email Complaint Received":
      return { status: "complained", reason: null };
    case "Email Rejected":
      return { status: "failed", reason: "rejected" };
    case "Email Bounced":
      return changeOfBounce(feedback);
    default:
      return feedback.type satisfies never;
  }
}

/** Kinds of bounces that SES reports without sending the message, because of an earlier bounce or complaint. */
const SUPPRESSED: ReadonlySet<string> = new Set(["Suppressed", "OnAccountSuppressionList"]);

function changeOfBounce({
  bounceType = "Undetermined",
  bounceSubType = "Undetermined",
}: MailFeedback): Change {
  if (SUPPRESSED.has(bounceSubType)) return { status: "skipped", reason: "suppressed" };
  return { status: "bounced", reason: `${bounceType} ${bounceSubType}` };
}
