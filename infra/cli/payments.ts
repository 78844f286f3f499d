import type { Command } from "commander";
import { PaymentMessage } from "#lib/bookings/payments/message.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { sendAllMessages } from "#lib/platform/queue.ts";
import type { CreateAction } from "./action.ts";
import { objectResult } from "./command-result.ts";
import { type Options, parseJson, parseOptions, parseUpperCase, parseWholeNumber } from "./parse-options.ts";
import { parseBookingReference } from "./references.ts";

const REMARK =
  "Sent. Within a few seconds the payment is recorded. If it is rejected, `dead-letters show payments` has the reason.";

/** Adds the command that sends payments to the queue, as a payment system does, to those of the API. */
export function addPaymentRecord(program: Command, createAction: CreateAction): void {
  program.commands
    .find((noun) => noun.name() === "payments")
    ?.command("record")
    .description("send a payment to the payments queue, as a payment system does")
    .requiredOption("--booking <booking>", "id or uid of the booking")
    .requiredOption(
      "--external-id <id>",
      "the payment's id in the payment system; use the same id to change the payment",
    )
    .requiredOption("--amount <number>", "in minor units", parseWholeNumber)
    .requiredOption("--currency <code>", "ISO 4217")
    .option("--fee <number>", "in minor units (default: 0)", parseWholeNumber)
    .option("--success", "it succeeded")
    .option("--refunded", "it was refunded")
    .option("--app-id <id>", "name of the payment system, such as stripe")
    .option("--option <option>", "on_booking or hold (default: on_booking)", parseUpperCase)
    .option("--data <json>", "more data of the payment system, as a JSON object", parseJson)
    .option("--occurred-at <instant>", "time of the change (default: now)")
    .action(
      createAction(
        ({ options }) => parseOptions(PaymentMessage, messageOptions(options)),
        async (message) => {
          await requireBooking(message);
          await sendAllMessages("payments", [{ body: message, group: OPERATOR.credentialId }]);
          return { ...objectResult("payment_message", message), remark: REMARK };
        },
      ),
    );
}

/**
 * Finds the booking of a payment before it is sent, because the queue returns no error for an unknown one.
 *
 * @throws {Failure} `not_found`
 */
const requireBooking = ({ bookingId, bookingUid = "" }: PaymentMessage): Promise<unknown> =>
  getBooking(OPERATOR, bookingId ?? bookingUid);

const messageOptions = (options: Options): Options => ({
  occurredAt: nowIso(),
  ...options,
  ...parseBookingReference(options["booking"]),
});
