import fc from "fast-check";

/** Names of attendees that could break something. */
const HOSTILE = [
  'x","admin":true,"y":"z',
  "O'Neil & Sons",
  "a\nb\\c\u0000\u2028</script>",
  "{{organizer.secret}}",
  "}}{{",
  "$& $1 $` $'",
  "__proto__",
  "\ud800",
  "\u202e\ufeff😀",
];
/** A name of an attendee. */
export const name = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("{", "}", '"', "\\", "a", ".", " ", "\ud83d", "\n") }),
);
const PATHS = [
  "attendees.0.name",
  "title",
  "organizer.name",
  "length",
  "nothing.there",
  "__proto__",
  "constructor.prototype",
  "toString",
  "title.length",
  "attendees.0.constructor",
];
/** A placeholder of a template. */
export const placeholder = fc
  .constantFrom(...PATHS, ...PATHS.map((path) => ` ${path}\t`))
  .map((path) => `{{${path}}}`);
/** A payload with a text in its title and in the name of the attendee. */
export const payloadOf = (text: string): Record<string, unknown> => ({
  title: `Tea with ${text}`,
  length: 30,
  organizer: { name: "Hanna", secret: "hidden" },
  attendees: [{ name: text }],
});

/** A JSON template. Its strings contain placeholders or other text. */
export const { template } = fc.letrec((tie) => ({
  template: fc.oneof({ maxDepth: 4 }, tie("text"), tie("plain"), tie("list"), tie("object")),
  text: fc.array(fc.oneof(placeholder, fc.string()), { maxLength: 4 }).map((parts) => parts.join("")),
  plain: fc.oneof(fc.boolean(), fc.integer(), fc.constant(null)),
  list: fc.array(tie("template"), { maxLength: 4 }),
  object: fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__"), placeholder), tie("template"), {
    maxKeys: 4,
  }),
}));
