import * as z from "zod";
import { EventTypeSummary } from "#lib/event-types/model.ts";
import { WebhookTrigger } from "#lib/events/triggers.ts";
import { AppSummary } from "#lib/oauth/grants/model.ts";
import { changesOf } from "#lib/platform/changes-of.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { TeamSummary } from "#lib/teams/entity.ts";
import { UserSummary } from "#lib/users/model.ts";
import { SubscriberUrl } from "./subscriber-url.ts";

/** A webhook's id: text, unguessable, in the order webhooks are made. */
export const WebhookId = z.string().max(100).describe("Id of the webhook.");

/** How payloads are shaped today. A webhook keeps the version it was made with. */
export const PAYLOAD_VERSION = "2021-10-20";

/** A webhook as the API shows it. `secret` is there only when it was just made. */
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
        "Grant of that application. No events are sent after the grant is revoked or the application is disabled",
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

const LONGEST_TEMPLATE = 32_768;
/** Elements of a list of triggers, repeated ones included. */
const MOST_TRIGGERS = 100;
const Triggers = z
  .array(WebhookTrigger)
  .min(1)
  .max(MOST_TRIGGERS)
  .transform((triggers) => [...new Set(triggers)]);

/** 16 bytes or more, padded: what every decoder of base64 takes. */
const BASE64_SECRET =
  /^whsec_(?:[A-Za-z0-9+/]{4}){5,}(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/** The key of a `whsec_` secret is base64; any other text is a key as it stands. */
export const WebhookSecret = z
  .string()
  .min(1)
  .max(256)
  .refine(
    (text) => !text.startsWith("whsec_") || BASE64_SECRET.test(text),
    "must be base64 of 16 bytes or more after whsec_, with its padding",
  )
  .describe("Secret of the signatures: `whsec_` and base64 of at least 16 bytes, or any text.");

/** Empty text stands for nothing: older clients send it for what was not filled in. */
const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable());

const settings = {
  subscriberUrl: SubscriberUrl.describe("URL to which events are sent: https, with a public host."),
  eventTriggers: Triggers.describe("Events to send."),
  active: z.boolean().describe("Whether events are sent."),
  payloadTemplate: orNull(z.string().max(LONGEST_TEMPLATE)).describe(
    "Template of the body, with `{{fields}}`; null for the standard payload.",
  ),
  /** Kept for clients that name the app they belong to; it decides nothing. */
  appId: orNull(z.string().max(200)).describe("App that the webhook belongs to. Stored only."),
};
const target = {
  eventTypeId: orNull(WholeNumber).optional().describe("Send only events of this event type."),
  teamId: orNull(WholeNumber).optional().describe("Send events of this team."),
  platform: z.boolean().optional().describe("Send events of all users; only for system admins."),
};
/** Whose events a webhook asks for: one event type's, one team's, everybody's, or else its user's own. */
export type WebhookTarget = z.output<z.ZodObject<typeof target>>;

/** Whether a target is one thing at most. */
export const namesOneTarget = ({ eventTypeId, teamId, platform }: WebhookTarget): boolean =>
  [eventTypeId != null, teamId != null, platform === true].filter(Boolean).length <= 1;
const ONE_TARGET = "takes one of eventTypeId, teamId and platform";

const Ignored = z
  .union([z.number(), z.string().max(100)])
  .nullish()
  .describe("Ignored.");

/** Body of a create. `time` and `timeUnit` are sent by older clients and ignored. */
export const WebhookCreate = z
  .strictObject({
    ...settings,
    ...target,
    active: settings.active.default(true),
    payloadTemplate: settings.payloadTemplate.default(null),
    appId: settings.appId.default(null),
    secret: WebhookSecret.nullable()
      .optional()
      .describe("Secret of the signatures; generated if missing or null."),
    time: Ignored,
    timeUnit: Ignored,
  })
  .refine(namesOneTarget, ONE_TARGET);
export type WebhookCreate = z.output<typeof WebhookCreate>;

/** Body of an update: any of the fields, at least one. */
export const WebhookUpdate = changesOf({ ...settings, ...target, secret: WebhookSecret }).refine(
  namesOneTarget,
  ONE_TARGET,
);
export type WebhookUpdate = z.output<typeof WebhookUpdate>;
