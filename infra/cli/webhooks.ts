import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { readWholeList } from "#lib/lists/source.ts";
import { getWebhookHealth } from "#lib/webhooks/circuit-breaker/get-health.ts";
import { recoverWebhook, WebhookRecovery } from "#lib/webhooks/deliveries/recover.ts";
import type { StoredWebhook } from "#lib/webhooks/subscriptions/entity.ts";
import { renderWebhook } from "#lib/webhooks/subscriptions/entity.ts";
import { getWebhook } from "#lib/webhooks/subscriptions/get.ts";
import { listWebhooks } from "#lib/webhooks/subscriptions/list.ts";
import { Webhook } from "#lib/webhooks/subscriptions/schema.ts";
import { updateWebhook } from "#lib/webhooks/subscriptions/update.ts";
import type { CreateAction } from "./action.ts";
import { awaitRecovery, listRecoverable } from "./await-recovery.ts";
import { type CommandResult, listResult, objectResult } from "./command-result.ts";
import { parseOptions } from "./parse-options.ts";
import { createApproximateBar } from "./progress-bar.ts";

const EXAMPLES = `
The service disables a webhook whose subscriber returns 410 or fails for five days. \`show\` has the reason.

Examples:
  npm run admin -- webhooks list --disabled
  npm run admin -- webhooks show <id>
  npm run admin -- webhooks enable <id>
  npm run admin -- webhooks disable <id>
  npm run admin -- webhooks recover <id> --since 2026-03-01T00:00:00Z --wait`;

const COLUMNS = ["id", "userId", "subscriberUrl", "active", "disabledReason", "createdAt"] as const;

/** Adds the commands that show webhooks, enable and disable them, and repeat their deliveries. */
export function addWebhooks(program: Command, createAction: CreateAction): void {
  const webhooks = program
    .command("webhooks")
    .description("subscriptions to events")
    .addHelpText("after", EXAMPLES);
  webhooks
    .command("list")
    .description("list all webhooks")
    .option("--disabled", "only webhooks that the service disabled")
    .action(
      createAction(
        ({ options: { disabled } }) => disabled === true,
        async (onlyDisabled) => {
          const all = await readWholeList(listWebhooks(OPERATOR));
          const selected = onlyDisabled ? all.filter(({ disabledReason }) => disabledReason !== null) : all;
          return listResult("webhooks", selected.map(withoutInternalFields), COLUMNS);
        },
      ),
    );
  webhooks
    .command("show <id>")
    .description("show a webhook and the health of its subscriber")
    .action(
      createAction(idOf, async (id) => {
        const [webhook, health] = await Promise.all([
          getWebhook(OPERATOR, id),
          getWebhookHealth(OPERATOR, id),
        ]);
        return objectResult("webhook", { ...withoutInternalFields(renderWebhook(webhook)), health });
      }),
    );
  addChanges(webhooks, createAction);
}

function addChanges(webhooks: Command, createAction: CreateAction): void {
  const setActive = (active: boolean) =>
    createAction(idOf, async (id) => webhookResult(await updateWebhook(OPERATOR, { id }, { active })));
  webhooks.command("enable <id>").description("enable a webhook").action(setActive(true));
  webhooks
    .command("disable <id>")
    .description("disable a webhook: it receives nothing until it is enabled")
    .action(setActive(false));
  webhooks
    .command("recover <id>")
    .description("send the failed and waiting deliveries of a webhook again, from a given time on")
    .requiredOption("--since <instant>", "at most 14 days ago")
    .option("--wait", "wait until all have been sent")
    .action(
      createAction(
        ({ args: [id = ""], options, terminal }) => ({
          id,
          recovery: parseOptions(WebhookRecovery, options),
          isAwaited: options["wait"] === true,
          terminal,
        }),
        async ({ id, recovery, isAwaited, terminal }) => {
          const recoverable = await listRecoverable(id, recovery.since);
          const recovered = webhookResult((await recoverWebhook(OPERATOR, id, recovery)).webhook);
          if (isAwaited) {
            const bar = createApproximateBar(terminal, recoverable.size);
            await awaitRecovery(id, { recoverable, since: recovery.since }, { report: bar.report, wait });
            bar.finish();
          }
          const action = isAwaited ? "were sent again" : "will be sent again";
          return {
            ...recovered,
            json: { ...recovered.json, deliveries: recoverable.size },
            remark: `${recoverable.size} ${action}; \`deliveries list\` shows their results.`,
          };
        },
      ),
    );
}

const idOf = ({ args: [id = ""] }: { args: readonly string[] }): string => id;

/** Removes the internal fields of a webhook. */
const withoutInternalFields = (webhook: Webhook): Webhook => Webhook.parse(webhook);

const webhookResult = (webhook: StoredWebhook): CommandResult =>
  objectResult("webhook", withoutInternalFields(renderWebhook(webhook)));
