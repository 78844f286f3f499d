import * as z from "zod";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import type { ExampleGenerator } from "./examples.ts";
import { failureReferences } from "./failures.ts";
import { disabledExample, headerParameters, headersOf } from "./headers.ts";
import type { JsonSchema, JsonSchemas } from "./json-schemas.ts";
import { isResourceRead } from "./kinds.ts";
import { security } from "./security.ts";
import { tagOf } from "./tags.ts";

/** The schemas of an endpoint's parameters. The document lists their fields one by one, so they have no names. */
export const parameterSchemas = ({ input }: EndpointSpec): z.ZodType[] =>
  [input.path, input.query, input.page, input.options].filter((part) => part !== undefined);

/** The schemas of an endpoint's requests and responses. */
export const schemasOf = (spec: EndpointSpec): { input: z.ZodType[]; output: z.ZodType[] } => ({
  input: [...parameterSchemas(spec), ...(spec.input.body === undefined ? [] : [spec.input.body])],
  output: [spec.response],
});

/** The schemas and examples with which operations are rendered. */
export interface Rendering {
  schemas: JsonSchemas;
  examples: ExampleGenerator;
}

const ObjectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

/** The `description` of an operation, if there is one. */
export const descriptionOf = ({ description }: EndpointSpec): object =>
  description === undefined ? {} : { description };

/** The parts that only an alias has. `index` is the position of the alias, from 1; 0 is the operation itself. */
const aliasParts = ({ route }: EndpointSpec, index: number): object =>
  index === 0
    ? {}
    : {
        deprecated: true,
        // Not on the docs page, which would list the operation twice.
        "x-scalar-ignore": true,
        description: `Alias of \`${route}\`. Use that path instead.`,
      };

/** One operation of the OpenAPI document. An alias (`index` > 0) is the same operation at another path, and deprecated. */
export function operation(spec: EndpointSpec, rendering: Rendering, index: number): object {
  const parameters = [...parametersOf(spec, rendering), ...headerParameters(spec)];
  return {
    operationId: index === 0 ? spec.id : `${spec.id}.alias${index}`,
    summary: spec.summary,
    ...descriptionOf(spec),
    tags: [tagOf(spec)],
    ...(spec.deprecated && { deprecated: true }),
    ...aliasParts(spec, index),
    security: securityOf(spec),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(spec, rendering),
    responses: {
      200: success(spec, rendering),
      ...(spec.protocol === "mcp" && {
        202: { description: "A notification was accepted", headers: headersOf(spec) },
      }),
      ...(isResourceRead(spec) && {
        304: { description: "The client's copy is current", headers: headersOf(spec) },
      }),
      ...failureReferences(spec),
    },
  };
}

const securityOf = ({ scopes }: EndpointSpec): object[] => (scopes === "public" ? [] : security(scopes));

function success(spec: EndpointSpec, { schemas, examples }: Rendering): object {
  const { mediaType = "application/json" } = spec;
  const schema = schemas.of(spec.response, "output");
  const example = examples.response(schema);
  return {
    description: "Success",
    headers: headersOf(spec),
    content: { [mediaType]: { schema, ...(mediaType.includes("json") && { example }) } },
  };
}

function requestBody(spec: EndpointSpec, { schemas, examples }: Rendering): object {
  const body = spec.input.body ?? spec.input.options;
  if (body === undefined) return {};
  const schema = schemas.of(body, "input");
  const media = { schema, example: examples.request(schema) };
  const form = spec.protocol === "oauth" && { "application/x-www-form-urlencoded": media };
  const content = { ...form, "application/json": media };
  return { requestBody: { required: spec.input.body !== undefined, content } };
}

/** The parameters of an operation in its path and query. */
export function parametersOf({ input }: EndpointSpec, rendering: Rendering): object[] {
  const parts = [
    ["path", input.path],
    ["query", input.query],
    ["query", input.page],
    ["query", input.options],
  ] as const;
  return parts.flatMap(([place, part]) =>
    part === undefined ? [] : parametersIn(place, rendering.schemas.of(part, "input"), rendering),
  );
}

function parametersIn(place: "path" | "query", schema: JsonSchema, { examples }: Rendering): object[] {
  const { properties, required } = ObjectSchema.parse(schema);
  return Object.entries(properties).map(([name, { description, example, deprecated, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(deprecated === true && { deprecated }),
    ...(description !== undefined && { description }),
    schema: property,
    ...(example !== undefined && { example }),
    ...(place === "path" && example === undefined && { example: examples.field(name, property) }),
    ...(place === "query" &&
      example === undefined &&
      !required.includes(name) &&
      isChoice(property) && { examples: disabledExample(examples.field(name, property)) }),
  }));
}

const isChoice = (schema: JsonSchema): boolean =>
  /"(enum|const)":|"type":"boolean"/.test(JSON.stringify(schema));
