import * as z from "zod";
import type { Resource, SynthesizedTemplate } from "#test/support/cloud/synthesize-stage.ts";

const text = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const Statement = z.object({
  Effect: z.enum(["Allow", "Deny"]),
  Action: text,
  Resource: z.unknown().transform((value) => [value].flat()),
});
export type Statement = z.output<typeof Statement>;
const Policy = z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) });

/** The properties of every resource of a type. */
export const propertiesOf = (template: SynthesizedTemplate, type: string): Record<string, unknown>[] =>
  Object.values(template.Resources)
    .filter((resource) => resource.Type === type)
    .map((resource) => resource.Properties);

/** The inline statements of a role. */
export const statementsOf = (role: Resource): Statement[] =>
  z
    .array(Policy)
    .default([])
    .parse(role.Properties["Policies"])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
