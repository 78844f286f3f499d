import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

/** CloudFormation accepts at most this many bytes of a template. */
const MOST_TEMPLATE_BYTES = 1_000_000;
/** CloudFormation accepts at most this many resources in a stack. */
const MOST_RESOURCES = 500;
/** IAM accepts at most this many characters of all inline policies of one role together, white space not counted. */
const MOST_POLICY_CHARACTERS = 10_240;
/** Characters that an intrinsic function is counted as: those of the longest ARN of a function. */
const LONGEST_ARN = 120;

const Template = z.object({
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
  const { Resources } = Template.parse(JSON.parse(text));
  const resources = Object.entries(Resources);
  requireAtMost(`${name} has`, Buffer.byteLength(text), { most: MOST_TEMPLATE_BYTES, unit: "bytes" });
  requireAtMost(`${name} has`, resources.length, { most: MOST_RESOURCES, unit: "resources" });
  for (const [id, { Type, Properties }] of resources) {
    if (Type !== "AWS::IAM::Role") continue;
    const characters = Properties.Policies.reduce((sum, one) => sum + lengthOf(one.PolicyDocument), 0);
    const limit = { most: MOST_POLICY_CHARACTERS, unit: "characters" };
    requireAtMost(`The inline policies of the role ${id} have`, characters, limit);
  }
}

function requireAtMost(subject: string, size: number, { most, unit }: { most: number; unit: string }): void {
  if (size > most)
    throw new Error(
      `${subject} ${size.toLocaleString("en")} ${unit}; AWS accepts at most ${most.toLocaleString("en")}.`,
    );
}

/** The length of a policy as it is deployed: intrinsic functions are replaced by ARNs. */
const lengthOf = (document: unknown): number =>
  JSON.stringify(document, (_, value: unknown) => (isIntrinsic(value) ? "x".repeat(LONGEST_ARN) : value))
    .length;

const isIntrinsic = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).some((key) => /^(Ref$|Fn::)/.test(key));
