import * as z from "zod";
import { EventTypeSummary } from "#lib/calendar/event-types/summary.ts";
import { AppSummary } from "#lib/identity/oauth/grants/schema.ts";
import { TeamSummary } from "#lib/identity/teams/schema.ts";
import { UserSummary } from "#lib/identity/users/summary.ts";
import { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";

/** Id of a webhook: text, unguessable, sorted by creation. */
export const WebhookId = z.string().max(100).describe("Id of the webhook.").meta({ example: "wh_3mXb7QvK" });

/** Version of the payload of new webhooks. The version of a webhook never changes. */
export const PAYLOAD_VERSION = "2021-10-20";

/** A webhook in API responses. `secret` is null unless it was just created. */
export const Webhook = z
  .object({
    id: WebhookId.describe("Id of the webhook."),
    userId: z.int().describe("Id of the owner."),
    teamId: z.int().nullable().describe("Only events of this team; null for no team."),
    eventTypeId: z.int().nullable().describe("Only events of this event type; null for all."),
    platformOAuthClientId: z
      .string()
      .nullable()
      .describe("Client id of the application that set `subscriberUrl`; null if the user set it"),
    grantId: z
      .string()
      .nullable()
      .describe(
        "Grant of that application. Events are sent only while the grant is not revoked, and the application is enabled and has the scope WRITE_WEBHOOK",
      ),
    subscriberUrl: z.string().describe("URL to which events are sent."),
    payloadTemplate: z.string().nullable().describe("Template of the body; null for the standard payload."),
    createdAt: z.string().describe("Time of creation. UTC, with milliseconds."),
    active: z.boolean().describe("Whether events are sent."),
    /** Why the service itself switched it off. */
    disabledReason: z
      .string()
      .nullable()
      .describe("Why the service disabled the webhook; null if it did not."),
    eventTriggers: z.array(WebhookTrigger).describe("Events that are sent."),
    user: UserSummary.describe("The owner."),
    team: TeamSummary.nullable().describe("The team of `teamId`."),
    eventType: EventTypeSummary.nullable().describe("The event type of `eventTypeId`."),
    platformOAuthClient: AppSummary.nullable().describe("The application of `platformOAuthClientId`."),
    app: z.null().describe("Always null; kept for clients of Cal.com v1."),
    appId: z.string().nullable().describe("App that the webhook belongs to. Stored only."),
    secret: z
      .string()
      .nullable()
      .describe("Secret of the signatures. Returned only when it is created or rotated, otherwise null."),
    platform: z.boolean().describe("Whether events of all users are sent."),
    scheduledTriggers: z.array(z.never()).describe("Always empty; kept for clients of Cal.com v1."),
    /** Which shape its payloads have; every request says it, too. */
    payloadVersion: z
      .literal(PAYLOAD_VERSION)
      .describe("Version of the payload, also in the header `x-cal-webhook-version`."),
  })
  .describe("A URL that receives events.");
export type Webhook = z.output<typeof Webhook>;
