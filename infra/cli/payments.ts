import type { Command } from "commander";
import { getPayment } from "#lib/bookings/payments/get.ts";
import { PaymentMessage } from "#lib/bookings/payments/message.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { sendMessage } from "#lib/platform/queue.ts";
import type { CreateAction } from "./action.ts";
import { objectResult } from "./command-result.ts";
import { type Options, parseJson, parseOptions, parseUpperCase, parseWholeNumber } from "./parse-options.ts";
import { parseBookingReference, parseId } from "./references.ts";

const EXAMPLES = `
Record a payment again, with the same external id, whenever it changes. Amounts are in minor units: 5000 is 50.00 USD.

Examples:
  npm run admin -- payments record --booking 7 --external-id ch_1 --amount 5000 --currency usd
  npm run admin -- payments record --booking 7 --external-id ch_1 --amount 5000 --currency usd --success
  npm run admin -- payments show 3`;

const REMARK =
  "Sent. Within a few seconds the payment is recorded. If it is rejected, `dead-letters show payments` has the reason.";

/** Adds the commands that send payments to the queue, as a payment system does, and show them. */
export function addPayments(program: Command, createAction: CreateAction): void {
  const payments = program
    .command("payments")
    .description("payments of bookings")
    .addHelpText("after", EXAMPLES);
  addRecord(payments, createAction);
  payments
    .command("show <id>")
    .description("show a payment with the data of the payment system")
    .action(
      createAction(
        ({ args }) => parseId(args[0]),
        async (id) => objectResult("payment", await getPayment(OPERATOR, id)),
      ),
    );
}

function addRecord(payments: Command, createAction: CreateAction): void {
  payments
    .command("record")
    .description("send a payment to the payments queue, as a payment system does")
    .requiredOption("--booking <booking>", "id or uid of the booking")
    .requiredOption(
      "--external-id <id>",
      "the payment's id in the payment system; use the same id to change the payment",
    )
    .requiredOption("--amount <number>", "in minor units", parseWholeNumber)
    .requiredOption("--currency <code>", "ISO 4217", parseUpperCase)
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
          await sendMessage("payments", { body: message, group: OPERATOR.credentialId });
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
