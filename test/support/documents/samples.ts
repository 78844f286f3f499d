import * as z from "zod";
import { isPage } from "#infra/gateway/methods.ts";
import { API_DOCUMENT } from "./api-document.ts";

/** A sample request of the docs page. */
export interface Sample {
  /** Id of the operation. */
  id: string;
  method: string;
  /** Path and query below the base URL. */
  path: string;
  body: unknown;
}

const Parameter = z.looseObject({
  name: z.string().default(""),
  in: z.string().default(""),
  required: z.boolean().default(false),
  example: z.unknown().optional(),
});
const Operation = z.looseObject({
  operationId: z.string(),
  deprecated: z.boolean().default(false),
  parameters: z.array(Parameter).default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ example: z.unknown().optional() })) })
    .default({ content: {} }),
});

/** The samples of all operations except pages and deprecated ones: their parameters with examples, and the example of the JSON body. */
export const samplesOfDocsPage = (): Sample[] =>
  Object.entries(API_DOCUMENT.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, part]) => {
      const operation = Operation.parse(part);
      return operation.deprecated || isPage(path) ? [] : [sampleOf({ path, method }, operation)];
    }),
  );

function sampleOf(
  { path, method }: { path: string; method: string },
  { operationId, parameters, requestBody }: z.output<typeof Operation>,
): Sample {
  const exampleOf = (name: string): string =>
    encodeURIComponent(String(parameters.find((parameter) => parameter.name === name)?.example));
  const query = parameters.filter((parameter) => parameter.in === "query" && parameter.example !== undefined);
  const search = query.map(({ name }) => `${name}=${exampleOf(name)}`).join("&");
  return {
    id: operationId,
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name)) + (search && `?${search}`),
    body: requestBody.content["application/json"]?.example,
  };
}
