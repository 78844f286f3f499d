import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MailMessage } from "#lib/mail/message.ts";
import type { SendResult } from "./send-result.ts";
import type { SmtpServer } from "./smtp-server.ts";

/** Timeout of each step, in milliseconds. */
const STEP_MS = 10_000;
/** Timeout of all steps: a server could answer each of them just in time. */
const WHOLE_MS = 30_000;

/** Sends a message to an SMTP server, on a connection of its own. Never throws because of the server. */
export async function sendBySmtp(
  server: SmtpServer,
  message: MailMessage,
  { stepMs = STEP_MS, wholeMs = WHOLE_MS } = {},
): Promise<SendResult> {
  const { host, port, security } = server;
  const connection = new SMTPConnection({
    ...{ host, port, secure: security === "tls" },
    ...{ requireTLS: security === "starttls", ignoreTLS: security === "none" },
    ...{ dnsTimeout: stepMs, connectionTimeout: stepMs, greetingTimeout: stepMs, socketTimeout: stepMs },
    tls: { minVersion: "TLSv1.2" },
  });
  const deadline = setTimeout(() => connection.emit("error", timeoutError()), wholeMs);
  try {
    const response = await transfer(connection, server, message);
    connection.quit();
    return { outcome: "sent", transportId: response.slice(0, LONGEST_ID) };
  } catch (error) {
    connection.close();
    if (!isSmtpError(error)) throw error;
    return resultOf(error);
  } finally {
    clearTimeout(deadline);
  }
}

/** Characters of a server's last response that are stored: it contains the id of the message in its queue. */
const LONGEST_ID = 200;

const timeoutError = (): SmtpError =>
  Object.assign(new Error("the server takes too long"), { code: "ETIMEDOUT" });

/** Connects, signs in and sends. Returns the last response of the server. */
function transfer(
  connection: SMTPConnection,
  { credentials }: SmtpServer,
  { from, to, raw }: MailMessage,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const after = (next: () => void) => (error?: Error | null) => (error ? reject(error) : next());
    const send = () =>
      connection.send({ from, to, size: raw.length }, raw, (error, info) =>
        info ? resolve(info.response) : reject(error),
      );
    const signIn = () =>
      credentials
        ? connection.login({ user: credentials.user, pass: credentials.password }, after(send))
        : send();
    connection.on("error", reject);
    connection.connect(after(signIn));
  });
}

/** An error of nodemailer, with the server's response if there was one. `permanent`: another attempt would get the same one. */
interface SmtpError extends Error {
  code: string;
  responseCode?: number;
  permanent?: boolean;
  response?: string;
}

/** Errors of nodemailer, and of the connection, have a code. */
const isSmtpError = (error: unknown): error is SmtpError =>
  error instanceof Error && "code" in error && typeof error.code === "string";

/** Codes of errors about the message or its addresses. All others are about the connection or the account. */
const ABOUT_MESSAGE: ReadonlySet<string> = new Set(["EENVELOPE", "EMESSAGE"]);

/** A message that the server rejects permanently (5xx), or that can't be sent at all, is not tried again. */
function resultOf(error: SmtpError): SendResult {
  const { code, responseCode, permanent, response } = error;
  const isPermanent = ABOUT_MESSAGE.has(code) && (responseCode === undefined || permanent === true);
  const [, enhanced] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "") ?? [];
  const reason = responseCode === undefined ? code : [responseCode, enhanced].join(" ").trim();
  return { outcome: isPermanent ? "failed" : "retry", reason };
}
