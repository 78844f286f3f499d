import { expect } from "vitest";
import * as z from "zod";
import { constructId } from "#infra/construct-id.ts";
import type { FunctionSpec } from "#lib/entry/http/spec.ts";
import type { Resource, SynthesizedTemplate } from "#test/support/cloud/synthesize-stage.ts";
import { propertiesOf } from "#test/support/cloud/template.ts";

/** Returns the properties of the only resource of a type. */
export function getOnly(template: SynthesizedTemplate, type: string): Record<string, unknown> {
  const [properties, ...others] = propertiesOf(template, type);
  expect([type, others]).toEqual([type, []]);
  return properties ?? {};
}

/** Returns a resource of a function. */
export function getPart(
  template: SynthesizedTemplate,
  spec: FunctionSpec,
  part: "Function" | "Role" | "Log",
): Resource {
  const pattern = new RegExp(`^${constructId(spec.id)}${part}([0-9A-F]{8})?$`);
  const [, resource] = Object.entries(template.Resources).find(([id]) => pattern.test(id)) ?? [];
  if (resource === undefined) throw new Error(`the template has no ${part} of ${spec.id}`);
  return resource;
}

/** Returns the number of resources of the largest stack. */
export function countLargestStack({ stacks }: SynthesizedTemplate): number {
  const counts = Object.entries(stacks).map(([id, resources]): [string, number] => [id, resources.length]);
  console.log(counts.map(([id, count]) => `${id || "service"} ${count}`).join(", "));
  return Math.max(...counts.map(([, count]) => count));
}

/** Finds the environment of a function, by the start of its logical id. */
export function findEnvironment({ Resources }: SynthesizedTemplate, name: string): unknown {
  const [, resource] = Object.entries(Resources).find(([id]) => id.startsWith(`${name}Function`)) ?? [];
  return resource?.Properties["Environment"];
}

const GatewayStage = z.object({
  AccessLogSetting: z.object({ Format: z.string() }),
  MethodSettings: z.array(
    z.object({
      HttpMethod: z.string(),
      ResourcePath: z.string(),
      ThrottlingRateLimit: z.number(),
      ThrottlingBurstLimit: z.number(),
    }),
  ),
});

/** Reads the throttles of the API's stage: method and path, rate limit and burst limit. */
export const readThrottles = (template: SynthesizedTemplate): [string, number, number][] =>
  GatewayStage.parse(getOnly(template, "AWS::ApiGateway::Stage")).MethodSettings.map((settings) => [
    `${settings.HttpMethod} ${settings.ResourcePath.replaceAll("~1", "/")}`,
    settings.ThrottlingRateLimit,
    settings.ThrottlingBurstLimit,
  ]);

/** Reads the fields of the API's access log. */
export const readAccessLogFields = (template: SynthesizedTemplate): Record<string, string> =>
  z
    .record(z.string(), z.string())
    .parse(
      JSON.parse(GatewayStage.parse(getOnly(template, "AWS::ApiGateway::Stage")).AccessLogSetting.Format),
    );
