import type { JsonSchema } from "#infra/documents/json-schemas.ts";

const START = "2031-03-03T09:00:00.000Z";
const END = "2031-03-03T09:30:00.000Z";
const BOOKED = "2031-02-01T12:00:00.000Z";
const UID = "7kQm3xV9pTb2LwYcR8sZfA";

/**
 * What fields hold in examples, by their names; where a field's schema takes something else, that is made up. The ids are those of
 * Alice in the demo data, so that samples of the docs page work with her key on a local service.
 */
const VALUES = new Map<string, unknown>(
  Object.entries({
    id: 1,
    attendeeId: 1,
    bookingId: 1,
    credentialId: 5,
    eventTypeId: 1,
    teamId: 2,
    userId: 1,
    uid: UID,
    bookingUid: UID,
    iCalUID: `${UID}@api.example.com`,
    referenceUid: "Xc4nT0aQ2hWd8JmVb6uKsE",
    idempotencyKey: "5b1f0b8e-4b0e-5d0e-9c39-6f1c4e0b7a11",
    externalId: "pi_3Q9x2L",
    key: "1_2",
    ...{ amount: 5000, fee: 150, price: 5000 },
    currency: "CHF",
    email: "ann@example.com",
    userPrimaryEmail: "hanna@example.com",
    firstName: "Ann",
    lastName: "van Dyke",
    name: "Ann van Dyke",
    username: "hanna",
    ...within(["user", "organizer", "member"], { id: 1, name: "Hanna Host", email: "hanna@example.com" }),
    ...within(["team"], { id: 2, name: "Front desk", slug: "front-desk" }),
    ...within(["eventType", "attendee"], { id: 1 }),
    ...within(["reference", "booking_reference"], { id: 12, type: "daily_video" }),
    ...within(["payment", "paymentData"], { id: 1, uid: "Hq5sW1eJt0ZyGfLb3oNcPd" }),
    ...within(["webhook"], { id: "wh_3mXb7QvK", secret: null, disabledReason: null }),
    ...within(["webhook"], { grantId: null, platformOAuthClientId: null, platformOAuthClient: null }),
    ...within(["delivery"], { id: "dlv_0mk4by0ao7kQm3xV9pTb2Lw", status: "delivered" }),
    ...within(["attempt"], { at: BOOKED, url: "https://example.com/hooks/bookings", status: 200, ms: 84 }),
    ...within(["health"], { failures: 0, jitter: 0.2 }),
    ...within(["event"], { id: "evt_7kQm3xV9pTb2LwYcR8sZfA", payload: { uid: UID, bookingId: 1 } }),
    webhookId: "wh_3mXb7QvK",
    ...within(["grant"], { id: "gr_9pTb2LwYcR8sZfA7kQm3xV" }),
    ...within(["client"], { id: "5f0c".repeat(16), name: "Room planner" }),
    ...within(["videoCallData"], { type: "daily_video", url: "https://meet.example.com/room" }),
    ...within(["bookingField"], { name: "topic" }),
    ...within(["sent"], { cancellationReason: "The host is ill", type: "daily_video" }),
    ...{ locale: "en", language: "en" },
    timeZone: "Europe/Zurich",
    timeFormat: 24,
    title: "Introduction",
    label: "What about?",
    slug: "introduction",
    type: "text",
    length: 30,
    description: "Half an hour to get to know each other.",
    notes: "Bring tea",
    start: START,
    startTime: START,
    end: END,
    endTime: END,
    since: BOOKED,
    createdAt: BOOKED,
    updatedAt: BOOKED,
    createdDate: BOOKED,
    status: "ACCEPTED",
    message: "Done.",
    role: "MEMBER",
    accepted: true,
    active: true,
    success: true,
    meetingUrl: "https://meet.example.com/room",
    subscriberUrl: "https://example.com/hooks/bookings",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    value: "link",
    optionValue: "",
    eventTitle: "Introduction",
    iCalSequence: 0,
    grant_type: "authorization_code",
    scope: "READ_BOOKING READ_PROFILE",
    expires_in: 1800,
    utcOffset: 60,
  }),
);

/** Values of fields inside these objects. */
function within(objects: readonly string[], fields: Record<string, unknown>): Record<string, unknown> {
  const names = objects.flatMap((object) =>
    Object.entries(fields).map(([name, value]) => [`${object}.${name}`, value] as const),
  );
  return Object.fromEntries(names);
}

/** Makes examples of schemas. */
export interface ExampleMaker {
  /** What is sent: the fields that are needed, or one where none is. */
  sent(schema: JsonSchema): unknown;
  /** What is answered: every field. */
  answered(schema: JsonSchema): unknown;
  /** One field. */
  field(name: string, schema: JsonSchema): unknown;
}

/** Makes examples that fit their schemas; references lead to `components`. The same schema has the same example. */
export function exampleMaker(components: Record<string, JsonSchema>): ExampleMaker {
  const resolved = (schema: JsonSchema): JsonSchema =>
    typeof schema["$ref"] === "string" ? (components[schema["$ref"].split("/").at(-1) ?? ""] ?? {}) : schema;
  const make = (reference: JsonSchema, field: Field): unknown => {
    const schema = resolved(reference);
    if ("const" in schema) return schema["const"];
    const value = valuesFor(field).find((one) => fits(schema, one));
    const branches = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(branches)) return make(chosen(branches.map(resolved), field), field);
    if (value !== undefined) return value;
    if (Array.isArray(schema["enum"])) return schema["enum"][0];
    if (Array.isArray(schema["allOf"]))
      return Object.assign({}, ...schema["allOf"].map((part) => make(part, field)));
    if (isObject(schema["properties"])) return objectOf(schema, field);
    return plainValue(schema, (items) => make(items, { ...field, name: singular(field.name) }));
  };
  const objectOf = (schema: JsonSchema, { name: parent, isWhole }: Field): object => {
    const properties = Object.entries(schema["properties"] as Record<string, JsonSchema>);
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const needed = properties.filter(([name]) => isWhole || required.includes(name));
    const kept = needed.length > 0 ? needed : properties.slice(0, 1);
    return Object.fromEntries(
      kept.map(([name, property]) => [name, make(property, { name, parent, isWhole })]),
    );
  };
  return {
    sent: (schema) => make(schema, { name: "sent", parent: "", isWhole: false }),
    answered: (schema) => make(schema, { name: "", parent: "", isWhole: true }),
    field: (name, schema) => make(schema, { name, parent: "", isWhole: true }),
  };
}

/** The place a value is made for. */
interface Field {
  name: string;
  /** Name of the object it is in. */
  parent: string;
  /** Whether objects have all their fields, or those that are needed. */
  isWhole: boolean;
}

const valuesFor = ({ name, parent }: Field): unknown[] =>
  [`${parent}.${name}`, name].flatMap((key) => (VALUES.has(key) ? [VALUES.get(key)] : []));

/** The branch the field's own value fits, else one with fields; null only when there is no value. */
function chosen(branches: readonly JsonSchema[], field: Field): JsonSchema {
  const fitting = valuesFor(field).flatMap((value) => branches.filter((branch) => fits(branch, value)));
  const structured = branches.find((branch) => isObject(branch["properties"]));
  const isNullable = branches.some(({ type }) => type === "null");
  return fitting[0] ?? structured ?? (isNullable ? { const: null } : (branches[0] ?? {}));
}

function plainValue(schema: JsonSchema, element: (items: JsonSchema) => unknown): unknown {
  const types = typesOf(schema);
  if (types.includes("null")) return null;
  if (types.includes("array")) return elementsOf(schema, element);
  if (types.includes("object")) return {};
  if (types.includes("boolean")) return false;
  if (types.includes("integer") || types.includes("number")) return schema["minimum"] ?? 1;
  switch (schema["format"]) {
    case "uri":
      return "https://example.com";
    case "email":
      return "ann@example.com";
    case "date-time":
      return START;
    default:
      return types.includes("string") ? "text" : {};
  }
}

function elementsOf({ items }: JsonSchema, element: (items: JsonSchema) => unknown): unknown[] {
  const isNever = isObject(items) && isObject(items["not"]) && Object.keys(items["not"]).length === 0;
  return isObject(items) && !isNever ? [element(items)] : [];
}

const typesOf = ({ type }: JsonSchema): unknown[] => (Array.isArray(type) ? type : [type]);

function fits(schema: JsonSchema, value: unknown): boolean {
  if (Array.isArray(schema["enum"])) return schema["enum"].includes(value);
  if ("const" in schema) return schema["const"] === value;
  if (typeof value === "string" && typeof schema["pattern"] === "string")
    return new RegExp(schema["pattern"]).test(value);
  return typesOf(schema).includes(typeOf(value));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Number.isInteger(value) ? "integer" : typeof value;
}

const singular = (name: string): string => name.replace(/s$/, "");
const isObject = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null;
