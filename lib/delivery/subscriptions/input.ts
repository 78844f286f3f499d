import * as z from "zod";
import { findTemplateProblem } from "#lib/delivery/sending/body.ts";
import { SubscriberUrl } from "#lib/delivery/sending/subscriber-url.ts";
import { updateSchema } from "#lib/platform/update-schema.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";

const LONGEST_TEMPLATE = 32_768;
/** Maximum elements of a list of triggers, including duplicates. */
const MAX_TRIGGERS = 100;
const Triggers = z
  .array(WebhookTrigger)
  .min(1)
  .max(MAX_TRIGGERS)
  .transform((triggers) => [...new Set(triggers)]);

/** 16 bytes or more, with padding, because some base64 decoders require it. */
const BASE64_SECRET =
  /^whsec_(?:[A-Za-z0-9+/]{4}){5,}(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/** A secret that starts with `whsec_` contains a base64 key; any other text is the key itself. */
export const WebhookSecret = z
  .string()
  .min(1)
  .max(256)
  .refine(
    (text) => !text.startsWith("whsec_") || BASE64_SECRET.test(text),
    "must be base64 of 16 bytes or more after whsec_, with its padding",
  )
  .describe("Secret of the signatures: `whsec_` and base64 of at least 16 bytes, or any text.");

const Template = z
  .string()
  .max(LONGEST_TEMPLATE)
  .superRefine((template, context) => {
    const message = findTemplateProblem(template);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

/** Reads empty text as null: older clients send it for fields that were left empty. */
const emptyAsNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable());

const settings = {
  subscriberUrl: SubscriberUrl.describe("URL to which events are sent: https, with a public host."),
  eventTriggers: Triggers.describe("Events to send."),
  active: z.boolean().describe("Whether events are sent."),
  payloadTemplate: emptyAsNull(Template).describe(
    "Template of the body, with `{{fields}}`; null for the standard payload.",
  ),
  /** For clients that send the app they belong to. It has no effect. */
  appId: emptyAsNull(z.string().max(200)).describe("App that the webhook belongs to. Stored only."),
};
const target = {
  eventTypeId: emptyAsNull(WholeNumber).optional().describe("Send only events of this event type."),
  teamId: emptyAsNull(WholeNumber).optional().describe("Send events of this team."),
  platform: z.boolean().optional().describe("Send events of all users; only for system admins."),
};
/** Whose events a webhook receives: of one event type, of one team, of all users, or else of its user. */
export type WebhookTarget = z.output<z.ZodObject<typeof target>>;

/** The names of the fields of a target that are set; a webhook has at most one. */
export const targetFieldsOf = ({ eventTypeId, teamId, platform }: WebhookTarget): string[] => [
  ...(eventTypeId == null ? [] : ["eventTypeId"]),
  ...(teamId == null ? [] : ["teamId"]),
  ...(platform ? ["platform"] : []),
];
export const ONE_TARGET = "A webhook can have only one of eventTypeId, teamId and platform.";

function requireOneTarget(target: WebhookTarget, context: z.RefinementCtx): void {
  const [, ...others] = targetFieldsOf(target);
  for (const name of others) context.addIssue({ code: "custom", path: [name], message: ONE_TARGET });
}

const Ignored = z
  .union([z.number(), z.string().max(100)])
  .nullish()
  .describe("Ignored.");

/** Request body of a create. Older clients send `time` and `timeUnit`, which are ignored. */
export const WebhookCreate = z
  .strictObject({
    ...settings,
    ...target,
    active: settings.active.default(true),
    payloadTemplate: settings.payloadTemplate.default(null),
    appId: settings.appId.default(null),
    secret: emptyAsNull(WebhookSecret)
      .optional()
      .describe("Secret of the signatures; generated if missing, null or empty."),
    time: Ignored,
    timeUnit: Ignored,
  })
  .superRefine(requireOneTarget);
export type WebhookCreate = z.output<typeof WebhookCreate>;

/** Request body of an update: at least one of the fields. */
export const WebhookUpdate = updateSchema({ ...settings, ...target, secret: WebhookSecret }).superRefine(
  requireOneTarget,
);
export type WebhookUpdate = z.output<typeof WebhookUpdate>;
