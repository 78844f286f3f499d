import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export type SmtpServerOptions = NonNullable<ConstructorParameters<typeof SMTPServer>[0]>;

/** A mail that a server got. */
interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  user: unknown;
  isEncrypted: boolean;
}

/** An error that `smtp-server` answers with this code. */
export const smtpError = (responseCode: number, text = "no"): Error =>
  Object.assign(new Error(text), { responseCode });

/** Starts an SMTP server for one test, which takes all mails of anybody. It has no TLS, unless the options have a key. */
export async function startSmtpServer(
  options: SmtpServerOptions = {},
): Promise<{ port: number; mails: ReceivedMail[] }> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...(options.key === undefined && { hideSTARTTLS: true }),
    disableReverseLookup: true,
    onData: (stream, { envelope, user, secure }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = envelope;
        mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          user,
          isEncrypted: secure,
        });
        done(null, "queued as 4711");
      });
    },
    ...options,
  });
  // A client may close its connection at any time.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, mails };
}
