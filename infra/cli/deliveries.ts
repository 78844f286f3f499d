import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { sliceOf } from "#lib/lists/source.ts";
import { type DeliveryPath, getDelivery } from "#lib/webhooks/deliveries/get.ts";
import { DeliveryFilter, listDeliveries } from "#lib/webhooks/deliveries/list.ts";
import { resendDelivery } from "#lib/webhooks/deliveries/resend.ts";
import { renderDelivery, type WebhookDelivery } from "#lib/webhooks/deliveries/schema.ts";
import type { AdminCall, CreateAction } from "./action.ts";
import { type CommandResult, listResult, objectResult } from "./command-result.ts";
import { parseOptions, parseUpperCase, parseWholeNumber } from "./parse-options.ts";

const EXAMPLES = `
Examples:
  npm run admin -- deliveries list --webhook <id> --status failed
  npm run admin -- deliveries list --webhook <id> --http-status 5xx --date-from 2026-03-01T00:00:00Z
  npm run admin -- deliveries show <delivery> --webhook <id>
  npm run admin -- deliveries resend <delivery> --webhook <id>`;

const COLUMNS = [
  "id",
  "trigger",
  "status",
  "createdAt",
  "attemptCount",
  "lastStatus",
  "nextAttemptAt",
] as const;
const DEFAULT_TAKE = 50;

/** Adds the commands that show deliveries and send them again. */
export function addDeliveries(program: Command, createAction: CreateAction): void {
  const deliveries = program
    .command("deliveries")
    .description("what was sent to a webhook in the last 30 days")
    .addHelpText("after", EXAMPLES);
  withWebhookOption(deliveries.command("list"))
    .description("list deliveries, newest first")
    .option("--status <status>", "pending, delivered or failed")
    .option("--trigger <trigger>", "only events of this kind", parseUpperCase)
    .option("--http-status <class>", "response of the last attempt: 2xx, 3xx, 4xx, 5xx or none")
    .option("--date-from <instant>", "only events at or after this time")
    .option("--date-to <instant>", "only events at or before this time")
    .option("--take <number>", "maximum number", parseWholeNumber, DEFAULT_TAKE)
    .action(
      createAction(
        ({ options }) => ({
          webhook: String(options["webhook"]),
          filter: parseOptions(DeliveryFilter, options),
          take: Number(options["take"]),
        }),
        async ({ webhook, filter, take }) => {
          const source = await listDeliveries(OPERATOR, webhook, filter);
          const found = (
            await Array.fromAsync(sliceOf(source.read({ most: take }), { skip: 0, take }))
          ).flat();
          return listResult("deliveries", found.map(renderDelivery).map(toRow), COLUMNS);
        },
      ),
    );
  withWebhookOption(deliveries.command("show <delivery>"))
    .description("show a delivery with every attempt")
    .action(
      createAction(parsePath, async (path) =>
        deliveryResult(renderDelivery((await getDelivery(OPERATOR, path)).delivery)),
      ),
    );
  withWebhookOption(deliveries.command("resend <delivery>"))
    .description("send a delivery again, with the same id and body")
    .action(createAction(parsePath, async (path) => deliveryResult(await resendDelivery(OPERATOR, path))));
}

const withWebhookOption = (command: Command): Command =>
  command.requiredOption("--webhook <id>", "id of the webhook");
const parsePath = ({ args: [deliveryId = ""], options }: AdminCall): DeliveryPath => ({
  id: String(options["webhook"]),
  deliveryId,
});

const deliveryResult = (delivery: WebhookDelivery): CommandResult => objectResult("delivery", delivery);

const toRow = (delivery: WebhookDelivery) => ({
  ...delivery,
  lastStatus: delivery.attempts.at(-1)?.status ?? null,
});
