/**
 * Every environment variable a function may read, with what it holds.
 * Infrastructure sets them by these names (see `infra/permissions.ts`), so the two sides cannot disagree.
 */
export const VARIABLES = {
  TABLE_NAME: "name of the single table",
  EVENTS_QUEUE_URL: "URL of the queue of published events",
  DELIVERIES_QUEUE_URL: "URL of the queue of webhook deliveries",
  TIMERS_QUEUE_URL: "URL of the queue of what is to happen within minutes",
  PAYMENTS_QUEUE_URL: "URL of the queue that payments come in by",
  PAYMENT_DEAD_LETTERS_URL: "URL of the queue of payments that can't be recorded",
  SECRETS_KEY_ID: "ARN of the KMS key that seals webhook secrets",
  CURSORS_KEY_ID: "ARN of the KMS key that the key of cursors is derived from",
  SERVICE_URL: "address of the service with its stage, where it is not to be taken from each request",
  STACK_NAME: "name of the stack, which its metrics carry",
  CONSUMER_CONCURRENCY:
    "maximum concurrent runs of each function that reads a queue, if the operator lowered it",
  RATE_LIMIT_PER_MINUTE: "requests one credential may make in a minute",
  PATHS_BY_METHODS: "JSON object: allowed methods, such as `GET, HEAD, OPTIONS` → route paths",
  OIDC_ISSUER: "issuer of the operator's OpenID provider",
  OIDC_CLIENT_ID: "what this service is called at that provider",
  OIDC_SECRET_ARN: "ARN of the secret this service has at that provider, in AWS Secrets Manager",
  OIDC_NAME: "what people call that provider; where it is not set there is none",
  PASSWORD_SIGN_IN: "'0' takes no passwords, so that all sign in at the provider",
  SECURITY_CONTACT: "URI at which security problems can be told, e.g. mailto:security@example.com",
  PROBE_SECRET_ARN: "ARN of the secret that says where a release may book and cancel, in AWS Secrets Manager",
  PROBED_VERSIONS: "JSON object: id of a function → ARN of its version in the new release",
  ALLOW_INSECURE_WEBHOOKS: "'1' lets webhooks use http and private addresses; never set when deployed",
  DEMO_FILE:
    "path of demo.json, whose API key the docs page of a local service contains; never set when deployed",
} as const;

export type Variable = keyof typeof VARIABLES;

/** The value of a variable; throws when it is not set. Read at use, never at import. */
export function env(name: Variable): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`environment variable ${name} is not set`);
  return value;
}

/** The value of a variable that need not be set. */
export const setting = (name: Variable): string | undefined => process.env[name] || undefined;

/** Whether an operator's switch is on: its variable holds `1`. */
export const isSwitchedOn = (name: Variable): boolean => process.env[name] === "1";
