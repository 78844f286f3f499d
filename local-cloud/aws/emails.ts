import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { MailStore } from "#local-cloud/mail/mail-store.ts";
import { addressesIn, addressesOf, parseMime } from "#local-cloud/mail/mime.ts";
import { AwsError } from "./aws-error.ts";
import type { JsonObject } from "./json.ts";
import type { RequiredPermission } from "./role-check.ts";
import { ACCOUNT, REGION } from "./types.ts";

/** Path of `SendEmail` of SES v2. */
export const SEND_EMAIL_PATH = "/v2/email/outbound-emails";

/** Bytes of the largest message. */
const LARGEST = 40 * 1024 * 1024;
/** Recipients of one message. */
const MOST_RECIPIENTS = 50;

const Request = z.object({
  FromEmailAddress: z.string().optional(),
  Destination: z.object({ ToAddresses: z.array(z.string()).optional() }).optional(),
  Content: z.object({ Raw: z.object({ Data: z.base64() }) }),
  ConfigurationSetName: z.string().optional(),
});

/** A message to send, with its sender and recipients: those of the request or, without them, those of its headers. */
interface Email {
  raw: Buffer;
  from: string;
  recipients: string[];
  configurationSet: string | undefined;
}

/** The local SES v2. It supports only `SendEmail` with raw content, and stores the mails instead of sending them. */
export class Emails {
  readonly #store: MailStore;

  constructor(store: MailStore) {
    this.#store = store;
  }

  /**
   * Returns the permissions that a request requires: for the domain of the sender and for the configuration set. SES checks SendRawEmail for
   * the raw content of a SendEmail.
   */
  requiredPermissions(request: JsonObject): RequiredPermission[] {
    const { from, configurationSet } = parseEmail(request);
    const resources = [
      `identity/${from.replace(/^.*@/, "")}`,
      ...(configurationSet === undefined ? [] : [`configuration-set/${configurationSet}`]),
    ];
    return ["ses:SendEmail", "ses:SendRawEmail"].flatMap((action) =>
      resources.map((resource) => ({ action, resource: `arn:aws:ses:${REGION}:${ACCOUNT}:${resource}` })),
    );
  }

  /** Stores a mail for each recipient. */
  send(request: JsonObject): { MessageId: string } {
    const { raw, recipients } = parseEmail(request);
    for (const recipient of recipients) this.#store.add(recipient, raw);
    return { MessageId: `local-${randomUUID()}` };
  }
}

function parseEmail(request: JsonObject): Email {
  const parsed = Request.safeParse(request);
  if (!parsed.success) throw badRequest("Only Content.Raw.Data is supported locally, and must be base64.");
  const { FromEmailAddress, Destination, Content, ConfigurationSetName } = parsed.data;
  const raw = Buffer.from(Content.Raw.Data, "base64");
  if (raw.length > LARGEST) throw badRequest(`The message must have at most ${LARGEST} bytes.`);
  const message = parseMime(raw);
  const [from] =
    FromEmailAddress === undefined ? addressesOf(message, "from") : addressesIn(FromEmailAddress);
  if (from === undefined) throw badRequest("The message has no sender.");
  const recipients = (Destination?.ToAddresses ?? addressesOf(message, "to")).flatMap(addressesIn);
  if (recipients.length === 0) throw badRequest("The message has no recipient.");
  if (recipients.length > MOST_RECIPIENTS) throw badRequest(`More than ${MOST_RECIPIENTS} recipients.`);
  return { raw, from, recipients, configurationSet: ConfigurationSetName };
}

const badRequest = (message: string): AwsError => new AwsError("BadRequestException", message);
