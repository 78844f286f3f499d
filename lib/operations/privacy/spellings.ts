/** How a character may stand in other notations: escaped in JSON, in URLs and forms, and in HTML. */
function spellingsOf(character: string): string {
  if (/[A-Za-z0-9]/.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16));
  const inJson = units.map((unit) => `\\\\+u${unit.padStart(4, "0")}`).join("");
  const inUrl = [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const inHtml = `&#0*${code};|&#x0*${hex};`;
  const named = NAMED.get(character);
  const plain = character === " " ? "\\s|\\+" : `\\\\*${RegExp.escape(character)}`;
  return `(?:${[plain, inJson, inUrl, inHtml, ...(named ? [named] : [])].join("|")})`;
}

const NAMED = new Map([
  ['"', "&quot;"],
  ["'", "&apos;"],
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);

/** A pattern for a text in any of these notations, in any case. */
const spellings = (text: string): string => [...text].map(spellingsOf).join("");

/** Nothing before it that would make an address a longer one: the end of an escape (`\n`, `%3D`) does not. */
const NO_BEGINNING = String.raw`(?<!(?<!\\|%[0-9A-Fa-f])[A-Za-z0-9])(?<![A-Za-z0-9][._+'-]+)`;
const NO_END = String.raw`(?![A-Za-z0-9])(?!(?:-[A-Za-z0-9-]+)?\.[A-Za-z]{2})`;

/** A pattern for an email address inside a text. One that begins earlier, or has a longer domain, is another's. */
export const addressPattern = (address: string): RegExp =>
  new RegExp(`${NO_BEGINNING}${spellings(address)}${NO_END}`, "giu");

/** A pattern for a name as whole words. */
export const namePattern = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${spellings(name)}(?![\\p{L}\\p{N}])`, "giu");
