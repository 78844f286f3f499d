import type { Outputs } from "#infra/outputs.ts";
import type { Variable } from "#lib/platform/env.ts";
import { changeService } from "#lib/platform/per-service.ts";

/** The running service, local or deployed, that a command uses. */
export interface Target {
  baseUrl: string;
  /** URL of the local AWS. Default: AWS, with the operator's own credentials. */
  awsEndpoint?: string;
  outputs: Outputs;
  /** The name of its stack, and the stack's status in CloudFormation. */
  stack?: { name: string; status: string };
  region?: string;
  /** A profile of the AWS configuration files. */
  profile?: string;
}

type Environment = Record<string, string | undefined>;

/** Runs a function with the environment variables of a service's functions, and restores them afterwards. */
export async function withTarget<T>(target: Target, run: () => Promise<T>): Promise<T> {
  const environment = environmentOf(target);
  const previous = Object.fromEntries(Object.keys(environment).map((name) => [name, process.env[name]]));
  setEnvironment(environment);
  try {
    return await run();
  } finally {
    setEnvironment(previous);
  }
}

function environmentOf({ outputs, awsEndpoint, region, profile }: Target): Environment {
  const variables: Partial<Record<Variable, string | undefined>> = {
    TABLE_NAME: outputs.TableName,
    EVENTS_QUEUE_URL: outputs.EventsQueueUrl,
    DELIVERIES_QUEUE_URL: outputs.DeliveriesQueueUrl,
    TIMERS_QUEUE_URL: outputs.TimersQueueUrl,
    CALENDARS_QUEUE_URL: outputs.CalendarsQueueUrl,
    PAYMENTS_QUEUE_URL: outputs.PaymentsQueueUrl,
    MAILS_QUEUE_URL: outputs.MailsQueueUrl,
    SECRETS_KEY_ID: outputs.SecretsKeyId,
    PASSWORD_SIGN_IN: outputs.PasswordSignIn,
  };
  if (awsEndpoint === undefined)
    return { ...variables, ...(region && { AWS_REGION: region }), ...(profile && profileVariables(profile)) };
  return {
    ...variables,
    AWS_ENDPOINT_URL: awsEndpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "operator",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: "false",
    // Otherwise the shell's credentials would take precedence, or be sent together with these.
    AWS_PROFILE: undefined,
    AWS_SESSION_TOKEN: undefined,
    ...Object.fromEntries(serviceEndpointVariables().map((name) => [name, undefined])),
  };
}

/** The set variables with the endpoint of one AWS service, such as `AWS_ENDPOINT_URL_SQS`. */
const serviceEndpointVariables = (): string[] =>
  Object.keys(process.env).filter((name) => name.startsWith("AWS_ENDPOINT_URL_"));

/** Selects a profile, and removes the shell's credentials, which would take precedence. */
const profileVariables = (profile: string): Environment => ({
  AWS_PROFILE: profile,
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  AWS_SESSION_TOKEN: undefined,
});

function setEnvironment(environment: Environment): void {
  changeService();
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
