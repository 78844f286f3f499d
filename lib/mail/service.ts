import { env, setting } from "#lib/platform/env.ts";
import { memoizeWithTtl } from "#lib/platform/memoize-with-ttl.ts";
import { readSecretText } from "#lib/platform/secret-text.ts";
import { isMailLanguage, type MailLanguage } from "./content/sentences.ts";
import { decideLinks } from "./decide/links.ts";
import type { MailService } from "./emails/send.ts";
import { getSender } from "./sender.ts";
import { sendBySes } from "./transports/ses.ts";
import { type SmtpServer, smtpServerOfSecret, smtpServerOfUrl } from "./transports/smtp-server.ts";

/** How mails are sent with the operator's settings. */
export const getMailService = (): MailService => ({
  sender: getSender(),
  languages: languages(),
  accountUrl: () => `${env("SERVICE_URL")}/account`,
  linksFor: (email, booking) => decideLinks(email, booking, env("SERVICE_URL")),
  send: async (message, tags) => {
    const server = await findSmtpServer();
    if (!server) return sendBySes(message, { configurationSet: setting("MAIL_CONFIGURATION_SET"), tags });
    // Loaded only for this transport, because most services use SES.
    const { sendBySmtp } = await import("./transports/smtp.ts");
    return sendBySmtp(server, message);
  },
});

/** Milliseconds for which a warm function caches the SMTP server. */
const CACHE_MS = 300_000;

const readSmtpSecret = memoizeWithTtl(CACHE_MS, async () =>
  smtpServerOfSecret(await readSecretText(env("SMTP_SECRET_ARN"))),
);

async function findSmtpServer(): Promise<SmtpServer | undefined> {
  const url = setting("SMTP_URL");
  if (url !== undefined) return smtpServerOfUrl(url);
  return setting("SMTP_SECRET_ARN") === undefined ? undefined : readSmtpSecret();
}

const languages = (): MailLanguage[] | undefined =>
  setting("MAIL_LANGUAGES")?.split(",").filter(isMailLanguage);
