import { dataTable } from "#lib/entry/pages/data-table.ts";
import { type Html, html } from "#lib/entry/pages/html.ts";
import type { AccountPage } from "./account-parts.ts";
import type { WebhookState } from "./read-account.ts";
import { momentHtml } from "./time-html.ts";

/** The list of webhooks with the health of their subscribers. */
export const webhooksSection = (page: AccountPage): Html => html`<section aria-labelledby="webhooks">
<h2 id="webhooks">Webhooks</h2>
${page.webhooks.length === 0 ? html`<p class="quiet">You have no webhooks.</p>` : table(page)}
${page.hasMoreWebhooks && html`<p class="quiet">There are more webhooks. <code>GET /webhooks</code> lists all of them.</p>`}
</section>`;

const table = ({ webhooks, user: { timeZone } }: AccountPage): Html =>
  dataTable({
    labelledBy: "webhooks",
    columns: ["URL", "Events", "Health"],
    rows: webhooks.map(({ webhook, state }) => [
      html`<bdi>${webhook.subscriberUrl}</bdi>${webhook.team && html`<br><span class="quiet small">Team <bdi>${webhook.team.name}</bdi></span>`}`,
      html`${webhook.eventTriggers.length}`,
      health({ webhook, state }, timeZone),
    ]),
  });

function health({ webhook, state }: WebhookState, timeZone: string): Html {
  if (!webhook.active)
    return html`<strong>Disabled</strong>${webhook.disabledReason !== null && html`<br><span class="quiet small">${webhook.disabledReason}</span>`}`;
  const failures = state.failures === 1 ? "1 failure" : `${state.failures} failures`;
  switch (state.state) {
    case "healthy":
      return state.isSlow ? html`Healthy, but slow` : html`Healthy`;
    case "failing":
      return html`<strong class="grave">Failing</strong>: ${failures}${state.failingSince !== null && html` since ${momentHtml(state.failingSince, timeZone)}`}`;
    case "open":
      return html`<strong class="grave">Paused</strong> after ${failures}${state.nextProbeAt !== null && html`, next attempt ${momentHtml(state.nextProbeAt, timeZone)}`}`;
    case "releasing":
      return html`Recovering`;
    default:
      return state.state satisfies never;
  }
}
