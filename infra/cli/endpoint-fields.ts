import { type Command, Option } from "commander";
import * as z from "zod";
import { inlineJsonSchema } from "#infra/documents/json-schemas.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { collect, optionOf, orNone, parseJson, parseWholeNumber } from "./parse-options.ts";

const Property = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  format: z.string().optional(),
  description: z.string().default(""),
  deprecated: z.boolean().default(false),
  get items() {
    return Property.optional();
  },
  get anyOf() {
    return z.array(Property).optional();
  },
});
type Property = z.output<typeof Property>;
const ObjectSchema = z.object({
  properties: z.record(z.string(), Property).default({}),
  required: z.array(z.string()).default([]),
  /** The kinds of objects that the schema allows, which differ in a constant such as `type`. */
  get oneOf() {
    return z.array(ObjectSchema).optional();
  },
});
type ObjectSchema = z.output<typeof ObjectSchema>;

/** A field of an endpoint's query or body, and whether a request needs it. */
export interface EndpointField {
  name: string;
  part: "query" | "body" | "options";
  property: Property;
  isRequired: boolean;
  /** Whether it is a password, which has no option: it is read from standard input. */
  isSecret: boolean;
}

/** The fields by endpoint: the tests run many command lines in one process, and rendering the schemas takes most of the time of one. */
const fields = new WeakMap<EndpointSpec, EndpointField[]>();

/** Lists the fields of an endpoint that a command has options for: all except paging, other names, and fields that are ignored. */
export function listFields(spec: EndpointSpec): EndpointField[] {
  const listed = fields.get(spec) ?? readFields(spec);
  fields.set(spec, listed);
  return listed;
}

const readFields = (spec: EndpointSpec): EndpointField[] =>
  (["query", "body", "options"] as const).flatMap((part) => {
    const schema = spec.input[part];
    if (schema === undefined) return [];
    const { properties, required } = unionOf(kindsOf(schema));
    return Object.entries(properties)
      .filter(([, { deprecated, description }]) => !deprecated && !description.startsWith("Ignored"))
      .map(([name, property]) => ({
        ...{ name, part, property },
        // The operator is not a user, so a new resource needs the id of its owner.
        isRequired: required.includes(name) || (name === "userId" && spec.route.startsWith("POST ")),
        isSecret: isSecret(property),
      }));
  });

/** The kinds of objects that a schema allows. */
function kindsOf(schema: z.ZodType): ObjectSchema[] {
  const parsed = ObjectSchema.parse(inlineJsonSchema(schema, "input"));
  return parsed.oneOf ?? [parsed];
}

const isSecret = ({ format }: Property): boolean => format === "password";

/** The fields that any of several kinds of objects has; every kind needs the required ones. */
function unionOf(kinds: readonly ObjectSchema[]): Pick<ObjectSchema, "properties" | "required"> {
  const names = new Set(kinds.flatMap(({ properties }) => Object.keys(properties)));
  const propertyOf = (name: string): Property => {
    const found = kinds.flatMap(({ properties: { [name]: property } }) => property ?? []);
    const constants = found.flatMap((property) => property.const ?? []);
    return Property.parse({
      ...found[0],
      ...(constants.length > 0 && { enum: constants }),
      description: [...new Set(found.map(({ description }) => description))].join(" "),
    });
  };
  return {
    properties: Object.fromEntries([...names].map((name) => [name, propertyOf(name)])),
    required: [...names].filter((name) => kinds.every(({ required }) => required.includes(name))),
  };
}

/** Lists the passwords that a body with these values needs, which depends on its kind. */
export function listRequiredSecrets(
  { input: { body } }: EndpointSpec,
  values: Readonly<Record<string, unknown>>,
): string[] {
  const kind = body && kindsOf(body).find(({ properties }) => isKind(properties, values));
  return (kind?.required ?? []).filter((name) => isSecret(kind?.properties[name] ?? Property.parse({})));
}

const isKind = (properties: ObjectSchema["properties"], values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(properties).every(([name, each]) => each.const === undefined || each.const === values[name]);

/** What the command line has instead of an id: the resources that have another unique name. */
const REFERENCES: Record<string, { placeholder: string; description: string }> = {
  userId: { placeholder: "<user>", description: "Id or email of the user." },
  teamId: { placeholder: "<team>", description: "Id or slug of the team." },
};

/** Adds the option of a field to a command. */
export function addFieldOption(command: Command, { name, property, isRequired }: EndpointField): void {
  const flag = optionOf(name);
  const { schema, isNullable } = withoutNull(property);
  if (schema.type === "boolean" || schema.enum?.join() === "true,false") {
    command.option(flag, property.description).option(flag.replace("--", "--no-"), `the opposite of ${flag}`);
    return;
  }
  const reference = REFERENCES[name];
  const { placeholder, parse } = reference ? { ...reference, parse: String } : valueFormat(schema);
  const text = reference?.description ?? property.description;
  const description = isNullable ? `${text} \`none\` for null.` : text;
  const isList = schema.type === "array" && placeholder !== "<json>";
  const option = new Option(
    `${flag} ${placeholder}`,
    isList ? `${description} Can be repeated.` : description,
  );
  if (isList) option.argParser(collect(parse));
  else option.argParser(isNullable ? orNone(parse) : parse);
  command.addOption(option.makeOptionMandatory(isRequired));
}

/** The placeholder and the parser of a value. */
function valueFormat(schema: Property): { placeholder: string; parse: (text: string) => unknown } {
  switch (schema.type) {
    case "integer":
    case "number":
      return { placeholder: "<number>", parse: parseWholeNumber };
    case "array":
      return schema.items?.type === "object" ? JSON_VALUE : valueFormat(schema.items ?? schema);
    case "object":
      return JSON_VALUE;
    default:
      return {
        placeholder: "<text>",
        parse: (text) => schema.enum?.find((one) => one.toLowerCase() === text.toLowerCase()) ?? text,
      };
  }
}

const JSON_VALUE = { placeholder: "<json>", parse: parseJson };

/** The schema of the values that are not null; of several alternatives the first. */
function withoutNull(property: Property): { schema: Property; isNullable: boolean } {
  const alternatives = property.anyOf ?? [property];
  const schema = alternatives.find(({ type }) => type !== "null") ?? property;
  return { schema, isNullable: alternatives.some(({ type }) => type === "null") };
}
