import * as z from "zod";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { readSecretText } from "#lib/platform/secret-text.ts";
import { bookAndCancel, type InvokeProbed, Probe } from "./book-and-cancel.ts";
import { callAws } from "./call-aws.ts";

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
  await callAws({
    service: "codedeploy",
    path: "/",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus",
    },
    body: JSON.stringify({ deploymentId, lifecycleEventHookExecutionId, status }),
  });
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
  const response = await callAws({
    service: "lambda",
    path: `/2015-03-31/functions/${encodeURIComponent(versions[id] ?? "")}/invocations`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(event),
  });
  const failure = response.headers.get("x-amz-function-error");
  if (failure !== null) throw new Error(`${id} failed: ${failure}`);
  return response.json();
};
