import * as z from "zod";

/** Values that contain a text, of every form that a field can have. */
const formsOf = (text: string): unknown[] => [
  `For ${text}`,
  [`For ${text}`],
  { value: "attendeeInPerson", optionValue: `For ${text}` },
  [{ type: "inPerson", value: "inPerson", optionValue: `For ${text}` }],
  { [text]: [`For ${text}`] },
  `https://hooks.example.com/?who=${encodeURIComponent(text)}`,
];

const Fields = z.object({ properties: z.record(z.string(), z.unknown()) });
const Body = z.record(z.string(), z.unknown());
type Body = z.output<typeof Body>;

/**
 * Adds a text to a body, in every field of its schema that accepts it, in the first form that does. Fields that the body has, also as
 * undefined, stay as they are; objects among them get the text in their other fields.
 */
export function withTextEverywhere(schema: z.ZodType, text: string, body: Body): Body {
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return filled(described, body, (candidate) =>
    formsOf(text).find((form) => schema.safeParse(candidate(form)).success),
  );
}

/** Returns the form that is accepted when `candidate` puts it into the whole body; undefined if none is. */
type Choose = (candidate: (form: unknown) => Body) => unknown;

function filled(described: unknown, body: Body, choose: Choose): Body {
  const { data } = Fields.safeParse(described);
  const after = { ...body };
  for (const [name, field] of Object.entries(data?.properties ?? {})) {
    const inner = Body.safeParse(body[name]);
    const chooseInner: Choose = (candidate) => choose((form) => ({ ...after, [name]: candidate(form) }));
    const value = inner.success
      ? filled(field, inner.data, chooseInner)
      : choose((form) => ({ ...after, [name]: form }));
    if (value !== undefined && (inner.success || !(name in body))) after[name] = value;
  }
  return after;
}
