/** A part of a MIME message (RFC 2045). A part with parts has no content of its own. */
export interface MimePart {
  /** Names and values, decoded and as they were sent, in their order. */
  headers: { name: string; value: string; encoded: string }[];
  /** Such as `text/html`. */
  type: string;
  parts: MimePart[];
  /** The decoded text; empty for content that is not text. */
  text: string;
}

const DEEPEST = 10;

/** Parses a message. Never throws: what is malformed is shown as it is. */
export function parseMime(raw: Buffer, depth = 0): MimePart {
  // One character per byte, so that nothing is lost before the charset is known.
  const source = raw.toString("latin1");
  const [head = "", body = ""] = splitOnce(source, /\r?\n\r?\n/);
  const headers = head
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .flatMap((line) => {
      const [name = "", bytes = ""] = splitOnce(line, /:\s*/);
      const encoded = Buffer.from(bytes, "latin1").toString();
      return name === "" ? [] : [{ name, value: decodeWords(encoded), encoded }];
    });
  const contentType = headerOf({ headers }, "content-type") ?? "text/plain";
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const boundary = parameterOf(contentType, "boundary");
  if (type.startsWith("multipart/") && boundary !== undefined && depth < DEEPEST)
    return {
      headers,
      type,
      text: "",
      parts: splitParts(body, boundary).map((part) => parseMime(part, depth + 1)),
    };
  const bytes = decodeBytes(body, headerOf({ headers }, "content-transfer-encoding") ?? "");
  return { headers, type, parts: [], text: textOf(bytes, parameterOf(contentType, "charset") ?? "utf-8") };
}

const findHeader = ({ headers }: Pick<MimePart, "headers">, name: string) =>
  headers.find((header) => header.name.toLowerCase() === name);

/** The value of a header; undefined if it is missing. */
export const headerOf = (part: Pick<MimePart, "headers">, name: string): string | undefined =>
  findHeader(part, name)?.value;

/** The addresses in a header such as `To`, without names. */
export const addressesOf = (part: MimePart, name: string): string[] =>
  addressesIn(findHeader(part, name)?.encoded ?? "");

/** Finds the first part of a type, in the order of the message. */
export function findPart(part: MimePart, type: string): MimePart | undefined {
  if (part.type === type) return part;
  for (const child of part.parts) {
    const found = findPart(child, type);
    if (found) return found;
  }
  return undefined;
}

function splitOnce(text: string, separator: RegExp): [string, string] {
  const found = separator.exec(text);
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [text, ""];
}

/** The value of a parameter of a header, such as the charset of a content type. */
function parameterOf(header: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`, "i").exec(header) ?? [];
  return quoted ?? plain;
}

function splitParts(body: string, boundary: string): Buffer[] {
  const [content = ""] = `\n${body}`.split(`\n--${boundary}--`);
  return content
    .split(`\n--${boundary}`)
    .slice(1)
    .map((part) => Buffer.from(part.replace(/^[ \t]*\r?\n/, "").replace(/\r$/, ""), "latin1"));
}

function decodeBytes(body: string, encoding: string): Buffer {
  switch (encoding.trim().toLowerCase()) {
    case "base64":
      return Buffer.from(body, "base64");
    case "quoted-printable":
      return decodeQuotedPrintable(body.replace(/=[ \t]*\r?\n/g, ""));
    default:
      return Buffer.from(body, "latin1");
  }
}

const decodeQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  );

function textOf(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // An unknown charset.
    return bytes.toString("latin1");
  }
}

const ENCODED_WORD = /=\?[\w-]+(?:\*[\w-]*)?\?[BQ]\?[^?\s]*\?=/gi;

/** Decodes the encoded words of a header (RFC 2047). White space between two of them is not part of the text. */
const decodeWords = (value: string): string =>
  value.replace(/(\?=)\s+(?==\?)/g, "$1").replace(ENCODED_WORD, decodeWord);

function decodeWord(word: string): string {
  const [, charset = "", encoding = "", text = ""] = word.split("?");
  const bytes =
    encoding.toUpperCase() === "B"
      ? Buffer.from(text, "base64")
      : decodeQuotedPrintable(text.replaceAll("_", " "));
  return textOf(bytes, charset.replace(/\*.*/, ""));
}

const ADDRESS = /<([^<>\s]+@[^<>\s]+)>|([^<>\s,;:"]+@[^<>\s,;:"]+)/g;

/** The addresses in a list that is not decoded, because names may contain addresses. */
export const addressesIn = (value: string): string[] =>
  [
    ...value
      .replace(ENCODED_WORD, "")
      .replace(/"(?:[^"\\]|\\.)*"/g, "")
      .matchAll(ADDRESS),
  ].map(([, bracketed, plain]) => String(bracketed ?? plain));
