/**
 * Every environment variable that a function may read, with its meaning. The infrastructure sets the variables by these names (see
 * `infra/permissions.ts`).
 */
export const VARIABLES = {
  TABLE_NAME: "name of the single table",
  EVENTS_QUEUE_URL: "URL of the queue of published events",
  DELIVERIES_QUEUE_URL: "URL of the queue of webhook deliveries",
  TIMERS_QUEUE_URL: "URL of the queue of timers",
  CALENDAR_WRITES_QUEUE_URL: "URL of the queue of bookings to be written to calendars",
  CALENDARS_QUEUE_URL: "URL of the queue of calendars to check",
  MAILS_QUEUE_URL: "URL of the queue of mails; without it, the service sends no mails",
  PAYMENTS_QUEUE_URL: "URL of the queue of incoming payments",
  PAYMENT_DEAD_LETTERS_URL: "URL of the queue of payments that can't be recorded",
  SECRETS_KEY_ID: "ARN of the KMS key that encrypts secrets",
  CURSORS_KEY_ID: "ARN of the KMS key that the key of cursors is derived from",
  SERVICE_URL: "address of the service with its stage; by default the address of each request",
  STACK_NAME: "name of the stack, the dimension of its metrics",
  CONSUMER_CONCURRENCY:
    "maximum concurrent runs of each function that reads a queue, if the operator lowered it",
  DELIVERY_CONCURRENCY: "maximum concurrent requests to all webhooks, if the operator set it",
  DELIVERY_CONCURRENCY_PER_OWNER:
    "maximum concurrent requests to all webhooks of one user, if the operator set it",
  DELIVERY_CONCURRENCY_PER_WEBHOOK: "maximum concurrent requests to one webhook, if the operator set it",
  CALENDAR_CHECK_MINUTES: "minutes between two checks of a connected calendar, if the operator set it",
  MAIL_FROM: "sender of mails: `Name <address>`",
  MAIL_DOMAIN: "domain of the ids of mails; by default that of the sender's address",
  MAIL_LANGUAGES: "languages of mails, separated by commas, if the operator chose some",
  MAIL_CONFIGURATION_SET: "name of the configuration set of Amazon SES that reports what happens to mails",
  SMTP_SECRET_ARN:
    "ARN of the secret with the SMTP server, in AWS Secrets Manager; without it, Amazon SES sends mails",
  RATE_LIMIT_PER_MINUTE: "requests per minute and credential",
  PATHS_BY_METHODS: "JSON object: allowed methods, such as `GET, HEAD, OPTIONS` → route paths",
  OIDC_ISSUER: "issuer of the operator's OpenID provider",
  OIDC_CLIENT_ID: "client id of this service at that provider",
  OIDC_SECRET_ARN: "ARN of the client secret of this service at that provider, in AWS Secrets Manager",
  OIDC_NAME: "name of that provider on the sign-in page; without it there is no provider",
  PASSWORD_SIGN_IN: "'0' disables passwords, so that all users sign in at the provider",
  SECURITY_CONTACT: "URI for reports of security problems, such as mailto:security@example.com",
  PROBE_SECRET_ARN:
    "ARN of the secret that contains the host for the bookings of release probes, in AWS Secrets Manager",
  PROBED_VERSIONS: "JSON object: id of a function → ARN of its version in the new release",
  ALLOW_INSECURE_WEBHOOKS: "'1' allows webhooks to use http and private addresses; never set when deployed",
  ALLOW_INSECURE_CALENDARS:
    "'1' allows calendars at http and at this machine's own addresses; never set when deployed",
  SMTP_URL: "SMTP server of a local service, such as smtp://127.0.0.1:2525; never set when deployed",
  DEMO_FILE:
    "path of demo.json, whose API key the docs page of a local service contains; never set when deployed",
} as const;

export type Variable = keyof typeof VARIABLES;

/** The value of a variable; throws if it is not set. To be called at use, never at import. */
export function env(name: Variable): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`environment variable ${name} is not set`);
  return value;
}

/** The value of an optional variable; undefined if it is not set. */
export const setting = (name: Variable): string | undefined => process.env[name] || undefined;

/** Whether a variable is `1`, which enables an option. */
export const isSwitchedOn = (name: Variable): boolean => process.env[name] === "1";
