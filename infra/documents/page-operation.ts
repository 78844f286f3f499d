import type * as z from "zod";
import { declaredFailures } from "#lib/entry/http/declared-failures.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { FAILURES } from "#lib/failures.ts";
import { headersOf } from "./headers.ts";
import { descriptionOf, parametersOf, type Rendering } from "./operation.ts";
import { tagOf } from "./tags.ts";

const PAGE = { "text/html": { schema: { type: "string" } } };

/** The operation of an HTML page. Its errors are HTML, too. Aliases are listed in `x-aliases` and are not separate operations. */
export function pageOperation(spec: EndpointSpec, rendering: Rendering): object {
  const parameters = parametersOf(spec, rendering);
  const headers = headersOf(spec);
  return {
    operationId: spec.id,
    summary: spec.summary,
    ...descriptionOf(spec),
    tags: [tagOf(spec)],
    security: [],
    ...(spec.aliases && { "x-aliases": spec.aliases }),
    ...(parameters.length > 0 && { parameters }),
    ...(spec.input.body && { requestBody: form(spec.input.body, rendering) }),
    responses: {
      ...((spec.route.startsWith("GET ") || spec.mayReturnPage) && {
        200: { description: "An HTML page", headers, content: PAGE },
      }),
      303: {
        description: "Redirect to the next page",
        headers: { ...headers, Location: { $ref: "#/components/headers/Location" } },
      },
      ...failures(spec),
    },
  };
}

function form(body: z.ZodType, { schemas, examples }: Rendering): object {
  const schema = schemas.of(body, "input");
  const content = { "application/x-www-form-urlencoded": { schema, example: examples.request(schema) } };
  return { required: true, content };
}

const retryAfter = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };

const failures = (spec: EndpointSpec): object =>
  Object.fromEntries(
    [...Map.groupBy(new Set(declaredFailures(spec)), (code) => FAILURES[code].status)].map(
      ([status, codes]) => [
        status,
        {
          description: codes.map((code) => FAILURES[code].title).join(". "),
          headers: { ...headersOf(spec), ...(status === 429 && retryAfter) },
          content: PAGE,
        },
      ],
    ),
  );
