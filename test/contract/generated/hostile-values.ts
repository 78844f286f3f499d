import fc from "fast-check";

/** Names that objects of JavaScript inherit. */
const INHERITED = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];

/** Texts that break code without validation or escaping. */
const hostileText = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\ud800",
    "a\udc00b",
    "\u202e\ufeff",
    "null",
    "-1",
    "1e309",
    "0x10",
    "'; DROP TABLE bookings --",
    "<script>alert(1)</script>",
    "{{payload.title}}",
    "../../etc/passwd",
    "H#1",
    "9".repeat(30),
    "2031-02-30T00:00:00Z",
    "+275760-09-13T00:00:00.001Z",
    "9999-12-31T23:59:59.999-23:59",
    "0000-00-00",
    "x".repeat(20_000),
    "é".normalize("NFD"),
    "👩‍👩‍👧‍👦",
    ...INHERITED,
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);

const hostileNumber = fc.constantFrom(
  -1,
  -0,
  0.5,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  Number.MAX_SAFE_INTEGER,
  999_999_999_999_999,
);

/** A value in nested lists or objects. */
const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
};

/** A value of any type where another is expected. `__proto__` is an own field, as in parsed JSON. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: -1 }),
  fc.constantFrom(50, 500).map((depth) => nested(depth, (inner) => [inner])),
  fc.constantFrom(50, 500).map((depth) => nested(depth, (inner) => ({ a: inner }))),
  fc.constantFrom(...INHERITED).map((name) => JSON.parse(`{"${name}":{"polluted":true}}`)),
  fc.array(hostileText, { maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** An undeclared name. */
export const hostileName = fc.oneof(
  fc.constantFrom(...INHERITED, "id", "userId", "version", "pk", "entity", "ttl", "", "a/b~c"),
  fc.string({ maxLength: 20 }),
);

/** Text for a path segment or a query: any text that a URL can contain. */
export const urlText = hostileText.filter((text) => text.isWellFormed() && text.length < 2_000);
