import * as z from "zod";
import type { JsonSchema, JsonSchemas } from "#infra/documents/json-schemas.ts";
import { declaredFailures } from "#lib/http/declared-failures.ts";
import { FAILURES, type FailureCode } from "#lib/http/failures.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import { security } from "./security.ts";

/** The schemas an endpoint is sent as parameters: their fields are listed one by one, so they need no name. */
export const parameterSchemas = (spec: EndpointSpec): z.ZodType[] =>
  [spec.path, spec.query, spec.options].filter((part) => part !== undefined);

/** The schemas an endpoint is sent and answers with. */
export const schemasOf = (spec: EndpointSpec): { input: z.ZodType[]; output: z.ZodType[] } => ({
  input: [...parameterSchemas(spec), ...(spec.body === undefined ? [] : [spec.body])],
  output: [spec.response],
});

const ObjectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

/** Headers of a list that was asked for by page or cursor. */
const LIST_HEADERS = {
  Link: { $ref: "#/components/headers/Link" },
  "X-Total-Count": { $ref: "#/components/headers/TotalCount" },
};

/** One operation of the OpenAPI document. An alias is the same operation under another address. */
export function operation(spec: EndpointSpec, schemas: JsonSchemas, alias?: string): object {
  const parameters = parametersOf(spec, schemas);
  const body = spec.body ?? spec.options;
  return {
    operationId: alias === undefined ? spec.id : `${spec.id}.${alias}`,
    summary: spec.summary,
    tags: [spec.id.split(".")[0]],
    security: spec.scopes === "public" ? [] : security(spec.scopes),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: spec.body !== undefined,
        content: { "application/json": { schema: schemas.of(body, "input") } },
      },
    }),
    responses: {
      200: {
        description: "Done",
        headers: {
          "X-Request-Id": { $ref: "#/components/headers/RequestId" },
          ...(spec.streams && LIST_HEADERS),
        },
        content: { "application/json": { schema: schemas.of(spec.response, "output") } },
      },
      ...failureReferences(spec),
    },
  };
}

function parametersOf(spec: EndpointSpec, schemas: JsonSchemas): object[] {
  const parts = [
    ["path", spec.path],
    ["query", spec.query],
    ["query", spec.options],
  ] as const;
  return parts.flatMap(([place, part]) =>
    part === undefined ? [] : parametersIn(place, schemas.of(part, "input")),
  );
}

function parametersIn(place: "path" | "query", schema: JsonSchema): object[] {
  const { properties, required } = ObjectSchema.parse(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

/** The failures of an endpoint by status. */
const failuresByStatus = (spec: EndpointSpec): Map<number, FailureCode[]> =>
  Map.groupBy(new Set(declaredFailures(spec)), (code) => FAILURES[code].status);

const responseName = (codes: readonly FailureCode[]): string => codes.join(".");

/** The responses by which an endpoint may fail, under the names its operations refer to. */
export const failureResponses = (spec: EndpointSpec): [string, object][] =>
  [...failuresByStatus(spec).values()].map((codes) => [
    responseName(codes),
    {
      description: codes.map((code) => `\`${code}\`: ${FAILURES[code].title}`).join(". "),
      headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
      content: {
        "application/problem+json": {
          schema: {
            allOf: [{ $ref: "#/components/schemas/Problem" }, { properties: { code: { enum: codes } } }],
          },
        },
      },
    },
  ]);

const failureReferences = (spec: EndpointSpec): Record<string, object> =>
  Object.fromEntries(
    [...failuresByStatus(spec)].map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${responseName(codes)}` },
    ]),
  );
