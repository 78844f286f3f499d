import * as z from "zod";
import { isLoopbackHost } from "#lib/platform/loopback.ts";

/** A server that takes mails. `security`: TLS from the start, by STARTTLS, or none. */
export interface SmtpServer {
  host: string;
  port: number;
  security: "tls" | "starttls" | "none";
  credentials?: { user: string; password: string };
}

/** Port of SMTP with TLS from the start (RFC 8314). */
const TLS_PORT = 465;
/** Port of SMTP with STARTTLS (RFC 6409). */
const SUBMISSION_PORT = 587;

const SmtpSecret = z.strictObject({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  user: z.string().min(1),
  password: z.string().min(1),
});

/** Reads a server from the text of its secret: `{host, port, user, password}`. Throws if it is not such an object. */
export function smtpServerOfSecret(text: string): SmtpServer {
  const { host, port, user, password } = SmtpSecret.parse(JSON.parse(text));
  return { host, port, security: securityOf(port), credentials: { user, password } };
}

/**
 * Reads a server from a URL. `smtps:` is TLS from the start, `smtp:` requires STARTTLS, except for this machine.
 *
 * @example
 * smtpServerOfUrl("smtps://user:password@smtp.example.com");
 * smtpServerOfUrl("smtp://127.0.0.1:2525");
 */
export function smtpServerOfUrl(text: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(text);
  if ((protocol !== "smtp:" && protocol !== "smtps:") || hostname === "")
    throw new Error("SMTP_URL must be like smtps://user:password@host:port.");
  const isTls = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? (isTls ? TLS_PORT : SUBMISSION_PORT) : Number(port),
    security: isTls ? "tls" : isLoopbackHost(hostname) ? "none" : "starttls",
    ...(username !== "" && {
      credentials: { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    }),
  };
}

const securityOf = (port: number): SmtpServer["security"] => (port === TLS_PORT ? "tls" : "starttls");
