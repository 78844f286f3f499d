import fc from "fast-check";
import * as z from "zod";
import { hostileName, hostileValue, urlText } from "./hostile-values.ts";
import { type KnownValues, valuesOf } from "./schema-values.ts";

const Parameter = z.object({ name: z.string(), in: z.string(), schema: z.unknown() });
/** The parts of an operation of the document from which requests are generated. */
export const OperationInput = z.looseObject({
  parameters: z.array(z.union([Parameter, z.object({ $ref: z.string() })])).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
});

/** One random request. For `own`, the test creates a resource or a valid body. */
export interface Drawn {
  caller: "owner" | "admin" | "nobody";
  path: "own" | Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** How the body is generated, from a valid one or from nothing, and how it is serialized; undefined for operations without a body. */
  body?: Body | undefined;
}

interface Body {
  type: string;
  isOwn: boolean;
  change: (own: unknown) => unknown;
  write: (value: unknown) => string;
}

/** Generates requests to one operation: valid, almost valid and invalid ones. */
export function requestsOf(
  operation: z.output<typeof OperationInput>,
  known: KnownValues,
): fc.Arbitrary<Drawn> {
  const parameters = operation.parameters.flatMap((parameter) => ("name" in parameter ? [parameter] : []));
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  return fc.record<Drawn>({
    caller: fc.oneof(
      { weight: 20, arbitrary: fc.constant("owner" as const) },
      { weight: 2, arbitrary: fc.constant("admin" as const) },
      { weight: 1, arbitrary: fc.constant("nobody" as const) },
    ),
    path: fc.oneof(
      { weight: 3, arbitrary: fc.constant("own" as const) },
      { weight: 1, arbitrary: segments(inPlace("path"), known) },
    ),
    query: queryOf(inPlace("query"), known),
    headers,
    body: fc.oneof(...(bodies.length === 0 ? [fc.constant(undefined)] : bodies.map(bodyOf(known)))),
  });
}

type Parameter = z.output<typeof Parameter>;

const segments = (
  parameters: readonly Parameter[],
  known: KnownValues,
): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    Object.fromEntries(
      parameters.map(({ name, schema }) => [
        name,
        // The client normalizes paths with empty and dotted segments.
        fc.oneof(valuesOf(schema, known, name).map(String), urlText).filter((text) => /[^.]/.test(text)),
      ]),
    ),
  );

const hostilePair = fc.tuple(
  fc.oneof({ weight: 5, arbitrary: hostileName }, { weight: 1, arbitrary: fc.constant("apiKey") }),
  urlText,
);
const queryOf = (parameters: readonly Parameter[], known: KnownValues): fc.Arbitrary<[string, string][]> =>
  fc.array(
    fc.oneof(...parameters.map((one) => ({ weight: 2, arbitrary: pairOf(one, known) })), {
      weight: 1,
      arbitrary: hostilePair,
    }),
    { maxLength: parameters.length > 0 ? 3 : 1 },
  );
const pairOf = ({ name, schema }: Parameter, known: KnownValues): fc.Arbitrary<[string, string]> =>
  fc.tuple(
    fc.constant(name),
    fc.oneof(
      { weight: 4, arbitrary: valuesOf(schema, known, name).map(String) },
      { weight: 1, arbitrary: urlText },
    ),
  );

const tag = fc.constantFrom(
  '"1.a"',
  '"1.a", "2.b"',
  'W/"1.a"',
  '"1"',
  "*",
  "",
  "1",
  '"',
  '"\u00e9"',
  '"'.repeat(999),
);
const HEADERS: Record<string, fc.Arbitrary<string>> = {
  "Idempotency-Key": fc.constantFrom("", "a", "b", "x".repeat(255), "x".repeat(256), "\u00e9 \u00ff"),
  "If-Match": tag,
  "If-None-Match": tag,
  "Content-Type": fc.constantFrom(
    "application/json",
    "application/json; charset=utf-16",
    "application/merge-patch+json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "*/*",
  ),
  Accept: fc.constantFrom("*/*", "application/json", "text/html", "application/*;q=0.1", ",;,"),
  Cookie: fc.constantFrom("session=1", "__Host-almanac-session=x; ;="),
  "X-Forwarded-Proto": fc.constantFrom("gopher", ""),
};
/** Mostly no header, sometimes one, rarely several. */
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  ...Object.entries(HEADERS).map(([name, value]) => ({
    weight: 1,
    arbitrary: value.map((text): Record<string, string> => ({ [name]: text })),
  })),
  { weight: 1, arbitrary: fc.record<Record<string, string>>(HEADERS) },
);

const OVERSIZE = 262_200;

/** How a value is serialized: mostly as JSON, sometimes as invalid JSON. */
const serialization: fc.Arbitrary<(value: unknown) => string> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(JSON.stringify) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<((text: string) => string)[]>(
        (text) => text.replace(/^\{/, '{"__proto__":{"polluted":true},'),
        (text) => text.replace(/^\{("[^"]*":)/, "{$1null,$1"),
        (text) => text.slice(0, -1),
        (text) => `\ufeff${text}`,
        (text) => text + " ".repeat(OVERSIZE),
        () => "[".repeat(50_000),
        () => "",
        () => '"text"',
        () => "NaN",
      )
      .map((change) => (value: unknown) => change(JSON.stringify(value))),
  },
);

const bodyOf =
  (known: KnownValues) =>
  ([type, { schema }]: [string, { schema: unknown }]): fc.Arbitrary<Body | undefined> => {
    const write = type.includes("json") ? serialization : fc.constant(asForm);
    const ofOwn = fc.oneof(
      { weight: 2, arbitrary: fc.constant((own: unknown) => own) },
      { weight: 4, arbitrary: fc.tuple(hostileName, hostileValue).map((field) => withField(...field)) },
      { weight: 4, arbitrary: fc.tuple(fc.nat(), hostileValue).map((field) => withOther(...field)) },
      { weight: 1, arbitrary: fc.nat().map(without) },
    );
    const ofNothing = fc.oneof(
      { weight: 4, arbitrary: valuesOf(schema, known).map((value) => () => value) },
      { weight: 1, arbitrary: hostileValue.map((value) => () => value) },
    );
    return fc.oneof(
      fc.record({ type: fc.constant(type), isOwn: fc.constant(true), change: ofOwn, write }),
      fc.record({ type: fc.constant(type), isOwn: fc.constant(false), change: ofNothing, write }),
    );
  };

/** Serializes an object as a form, anything else as text. */
function asForm(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const texts = Object.entries(value).map(([name, field]): [string, string] => [
    name,
    typeof field === "string" ? field : JSON.stringify(field),
  ]);
  return new URLSearchParams(texts).toString();
}

/** Adds a field to a body, which can be an own `__proto__`. */
const withField = (name: string, value: unknown) => (own: unknown) =>
  Object.defineProperty({ ...(own as object) }, name, { value, enumerable: true, configurable: true });

const fieldAt = (own: unknown, at: number): string => {
  const names = Object.keys(own as object);
  return names[at % names.length] ?? "";
};
const withOther = (at: number, value: unknown) => (own: unknown) => ({
  ...(own as object),
  [fieldAt(own, at)]: value,
});
const without = (at: number) => (own: unknown) =>
  Object.fromEntries(Object.entries(own as object).filter(([name]) => name !== fieldAt(own, at)));
