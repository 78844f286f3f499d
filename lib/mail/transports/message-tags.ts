import * as z from "zod";
import type { Email } from "#lib/mail/emails/entity.ts";

/** Ids that Amazon SES returns with what happens to a message. They contain no address. */
export type MessageTags = Record<"userId" | "bookingId" | "eventId" | "person" | "resends", string>;

/** The tags of a mail's message. SES allows letters, digits, `_` and `-`. */
export const tagsOf = ({ userId, bookingId, eventId, person, resends }: Email): MessageTags => ({
  userId: String(userId),
  bookingId: String(bookingId),
  eventId,
  person,
  resends: String(resends),
});

const Text = z.tuple([z.string()]).transform(([text]) => text);
const Id = Text.pipe(z.coerce.number<string>().pipe(z.int()));

/** The tags as SES returns them: each is a list of one text. */
export const ReportedTags = z.object({
  userId: Id,
  bookingId: Id,
  eventId: Text,
  person: Text,
  resends: Id,
});
