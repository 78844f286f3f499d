import type { IManagedPolicy } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Bundle } from "#infra/bundle.ts";
import { constructId } from "#infra/construct-id.ts";
import { connectSource, sourceStatements } from "#infra/constructs/event-source.ts";
import { ServiceFunction } from "#infra/constructs/service-function.ts";
import { pathsByMethods, TIMEOUT_SECONDS } from "#infra/gateway/document.ts";
import { permissionStatements, permissionVariables } from "#infra/permissions.ts";
import { allEntries, isRead, type Registry, required } from "#infra/registry.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";
import { PartStack } from "#infra/stacks/part-stack.ts";
import type { Stage } from "#infra/stage.ts";
import type { FunctionSpec } from "#lib/entry/http/spec.ts";
import type { Variable } from "#lib/platform/env.ts";
import { PROBED } from "#lib/workers/releases/probed.ts";

interface FunctionsProps {
  stage: Stage;
  data: DataStack;
  registry: Registry;
  bundles: ReadonlyMap<string, Bundle>;
  rateLimitPerMinute: number;
  /** The policy with denied actions, if the service has two regions. */
  standbyPolicy: IManagedPolicy | undefined;
  /** The environment variables that are set from the operator's settings. */
  settings: Partial<Record<Variable, string>>;
}

const GATEWAY_FUNCTION_SECONDS = 10;

/** Creates every function of the registry, with its role and its source, in the stack of its kind; returns them by id. */
export function createFunctions(scope: Construct, props: FunctionsProps): Map<string, ServiceFunction> {
  const functions = new Map<string, ServiceFunction>();
  const stacks = {
    Service: scope,
    Reads: new PartStack(scope, "Reads"),
    Writes: new PartStack(scope, "Writes"),
    Consumers: new PartStack(scope, "Consumers"),
  };
  for (const { spec } of allEntries(props.registry)) {
    const source = "source" in spec ? spec.source : undefined;
    const serviceFunction = new ServiceFunction(stacks[stackOf(spec)], constructId(spec.id), {
      stage: props.stage,
      summary: spec.summary,
      standbyPolicy: props.standbyPolicy,
      directory: required(props.bundles, spec.id).directory,
      timeoutSeconds: timeoutSeconds(spec),
      allowsRecursion: "source" in spec && spec.allowsRecursion === true,
      environment: environmentOf(spec, props),
      statements: [
        ...permissionStatements(props, spec.permissions),
        ...(source === undefined ? [] : sourceStatements(props.data, source)),
      ],
    });
    if (source !== undefined) connectSource(serviceFunction, source, props);
    functions.set(spec.id, serviceFunction);
  }
  return functions;
}

/** Returns the stack of a function (ADR 0058). The first wave of a release is in the service stack, because all others wait for it. */
function stackOf(spec: FunctionSpec): "Service" | "Reads" | "Writes" | "Consumers" {
  if (PROBED.some((probed) => probed === spec.id)) return "Service";
  if ("source" in spec) return "Consumers";
  return isRead(spec) ? "Reads" : "Writes";
}

function timeoutSeconds(spec: FunctionSpec): number {
  if ("source" in spec) return spec.timeoutSeconds;
  if ("gateway" in spec) return GATEWAY_FUNCTION_SECONDS;
  return TIMEOUT_SECONDS[spec.streams ? "streamed" : "buffered"];
}

function environmentOf(spec: FunctionSpec, props: FunctionsProps): Partial<Record<Variable, string>> {
  const variables = permissionVariables(props, spec.permissions);
  if ("route" in spec)
    return { ...variables, ...settingsOf(["SERVICE_URL", ...(spec.settings ?? [])], props) };
  if (!("gateway" in spec)) return { ...variables, ...settingsOf(spec.settings ?? [], props) };
  switch (spec.gateway) {
    case "authorizer":
      return {
        ...variables,
        ...settingsOf(["SERVICE_URL"], props),
        RATE_LIMIT_PER_MINUTE: String(props.rateLimitPerMinute),
      };
    case "fallback":
      return { ...variables, PATHS_BY_METHODS: JSON.stringify(pathsByMethods(props.registry)) };
    default:
      return spec.gateway satisfies never;
  }
}

/** The operator's settings among these variables. All functions that handle requests need the URL of the service. */
const settingsOf = (names: readonly Variable[], props: FunctionsProps): Partial<Record<Variable, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = props.settings[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
