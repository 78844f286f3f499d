import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

/** CloudFormation's limit for a template. */
const MAX_TEMPLATE_BYTES = 1_000_000;
/** CloudFormation's limit for a stack. */
const MAX_RESOURCES = 500;
/** Resources of a stack that still has room for what comes next (ADR 0058). */
export const RESOURCES_WITH_ROOM = 300;
/** CloudFormation's limits for references between a nested stack and its parent. */
const MAX_PARAMETERS = 200;
const MAX_OUTPUTS = 200;
/** IAM's limit for all inline policies of one role, without white space. */
const MAX_POLICY_CHARACTERS = 10_240;
/** Assumed length of the value of an intrinsic function: that of the longest ARN of a function. */
const ARN_LENGTH = 120;

const Template = z.object({
  Parameters: z.record(z.string(), z.unknown()).default({}),
  Outputs: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z
        .object({ Policies: z.array(z.object({ PolicyDocument: z.unknown() })).default([]) })
        .default({ Policies: [] }),
    }),
  ),
});

/**
 * Checks the templates of a cloud assembly against limits that AWS reports only during a deployment.
 *
 * @throws {Error} naming the template or role, its size and the limit
 */
export async function checkTemplateLimits(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".template.json"));
  for (const file of files) checkTemplate(file, await readFile(join(folder, file), "utf8"));
}

/** Checks one template; see {@link checkTemplateLimits}. */
export function checkTemplate(name: string, text: string): void {
  const { Resources, Parameters, Outputs } = Template.parse(JSON.parse(text));
  const resources = Object.entries(Resources);
  const count = (values: object) => Object.keys(values).length;
  requireAtMost(`${name} has`, Buffer.byteLength(text), { maximum: MAX_TEMPLATE_BYTES, unit: "bytes" });
  requireAtMost(`${name} has`, count(Resources), { maximum: MAX_RESOURCES, unit: "resources" });
  requireAtMost(`${name} has`, count(Parameters), { maximum: MAX_PARAMETERS, unit: "parameters" });
  requireAtMost(`${name} has`, count(Outputs), { maximum: MAX_OUTPUTS, unit: "outputs" });
  for (const [id, { Type, Properties }] of resources) {
    if (Type !== "AWS::IAM::Role") continue;
    const characters = Properties.Policies.reduce(
      (sum, { PolicyDocument }) => sum + measureLength(PolicyDocument),
      0,
    );
    const limit = { maximum: MAX_POLICY_CHARACTERS, unit: "characters" };
    requireAtMost(`The inline policies of the role ${id} have`, characters, limit);
  }
}

/** Describes the size of a template, with a warning if it has no room left. */
export function describeSize(name: string, resources: number): string {
  const size = `${name}: ${resources} resources`;
  if (resources <= RESOURCES_WITH_ROOM) return size;
  return `${size}, more than ${RESOURCES_WITH_ROOM}. CloudFormation accepts at most ${MAX_RESOURCES}: divide the stack (ADR 0058).`;
}

function requireAtMost(subject: string, size: number, limit: { maximum: number; unit: string }): void {
  const { maximum, unit } = limit;
  if (size > maximum)
    throw new Error(
      `${subject} ${size.toLocaleString("en")} ${unit}; AWS accepts at most ${maximum.toLocaleString("en")}.`,
    );
}

/** Returns the length of a deployed policy, in which ARNs replace the intrinsic functions. */
const measureLength = (document: unknown): number =>
  JSON.stringify(document, (_, value: unknown) => (isIntrinsic(value) ? "x".repeat(ARN_LENGTH) : value))
    .length;

const isIntrinsic = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).some((key) => /^(Ref$|Fn::)/.test(key));
