import { CodeDeployClient, PutLifecycleEventHookExecutionStatusCommand } from "@aws-sdk/client-codedeploy";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod";
import { awsSettings } from "#lib/platform/aws-settings.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { perService } from "#lib/platform/per-service.ts";
import { readSecretText } from "#lib/platform/secret-text.ts";
import { bookAndCancel, type InvokeProbed, Probe } from "./book-and-cancel.ts";
import { TrialFailed } from "./trial-booking.ts";

/** Maximum milliseconds that a function runs. */
const FUNCTION_TIMEOUT = 30_000;
const lambda = /* @__PURE__ */ perService(
  // A function that runs twice could book twice.
  () => new LambdaClient({ ...awsSettings("LAMBDA", FUNCTION_TIMEOUT), maxAttempts: 1 }),
);

/** The event that CodeDeploy sends to a hook. */
const Hook = z.object({ DeploymentId: z.string(), LifecycleEventHookExecutionId: z.string() });

/**
 * The Lambda handler that CodeDeploy calls before it sends traffic to a release (ADR 0026). Books and cancels a time of the probe host with
 * the new versions, and reports to CodeDeploy whether that succeeded.
 */
export async function handler(event: unknown): Promise<void> {
  const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: lifecycleEventHookExecutionId } =
    Hook.parse(event);
  const status = await probe();
  const report = new PutLifecycleEventHookExecutionStatusCommand({
    deploymentId,
    lifecycleEventHookExecutionId,
    status,
  });
  await new CodeDeployClient(awsSettings("CODEDEPLOY")).send(report);
}

async function probe(): Promise<"Succeeded" | "Failed"> {
  try {
    const secret = await readSecretText(env("PROBE_SECRET_ARN"));
    const reason = await bookAndCancel(invokeVersion, Probe.parse(JSON.parse(secret)));
    log("info", "release probed", reason === undefined ? {} : { reason });
    return reason === undefined ? "Succeeded" : "Failed";
  } catch (error) {
    // The message may contain the secret.
    log("error", "release probed", { error: error instanceof Error ? error.name : "unknown" });
    return "Failed";
  }
}

/** Invokes the new version of a function, which gets no traffic yet. */
const invokeVersion: InvokeProbed = async (id, event) => {
  const versions = z.record(z.string(), z.string()).parse(JSON.parse(env("PROBED_VERSIONS")));
  const invocation = new InvokeCommand({ FunctionName: versions[id], Payload: JSON.stringify(event) });
  const { FunctionError, Payload } = await lambda().send(invocation);
  if (FunctionError !== undefined) throw new TrialFailed(`${id} failed: ${FunctionError}`);
  return JSON.parse(Payload?.transformToString() ?? "");
};
