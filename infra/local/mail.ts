import { join } from "node:path";
import { MAIL_FOLDER, MailStore, startSmtpProxy } from "@almanac/local-cloud";
import { SettingError } from "#infra/setting-error.ts";
import { parseSender } from "#lib/mail/sender.ts";
import { smtpServerOfUrl } from "#lib/mail/transports/smtp-server.ts";

/** How a local service sends mails: to the mailbox of the local cloud, or with an SMTP server. */
export interface LocalMail {
  /** Sender of all mails. */
  from: string;
  smtpUrl?: string;
}

const DEFAULT_SENDER = "Almanac <bookings@example.com>";

/** Reads how mails are sent from the environment of `npm start`; undefined with an empty `MAIL_FROM`. */
export function readMail(env: NodeJS.ProcessEnv): LocalMail | undefined {
  const { MAIL_FROM: from = DEFAULT_SENDER, SMTP_URL: smtpUrl } = env;
  if (from === "") return undefined;
  if (!parseSender(from))
    throw new SettingError(`MAIL_FROM must be like "${DEFAULT_SENDER}", but is "${from}".`);
  if (!smtpUrl) return { from };
  if (!URL.canParse(smtpUrl) || !/^smtps?:$/.test(new URL(smtpUrl).protocol))
    throw new SettingError("SMTP_URL must be like smtp://127.0.0.1:2525.");
  return { from, smtpUrl };
}

/** The CDK context of a service that sends mails. */
export const mailContext = ({ from }: LocalMail) => ({ mailFrom: from });

/** The SMTP server that the functions use. */
export interface MailTransport {
  environment: { SMTP_URL?: string };
  close(): Promise<void>;
}

/**
 * Opens the transport of mails. Mails to an SMTP server on this machine pass a proxy that stores them, so that the mailbox lists them, too. A
 * connection to any other server is encrypted from end to end.
 */
export async function openTransport({ smtpUrl }: LocalMail, directory: string): Promise<MailTransport> {
  if (smtpUrl === undefined) return { environment: {}, close: async () => {} };
  const server = smtpServerOfUrl(smtpUrl);
  if (server.security !== "none") return { environment: { SMTP_URL: smtpUrl }, close: async () => {} };
  const proxy = await startSmtpProxy(server, new MailStore(join(directory, MAIL_FOLDER)));
  const url = new URL(smtpUrl);
  url.hostname = "127.0.0.1";
  url.port = String(proxy.port);
  return { environment: { SMTP_URL: url.href }, close: () => proxy.close() };
}
