import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { TextForm } from "#lib/table/form.ts";
import { TEXT_DICTIONARY } from "./text-dictionary.ts";

/** The first character of a compressed text. No JSON text begins with it. */
const COMPRESSED = "~";
/** Characters of the longest text that is compressed, so that a page of 500 events can't grow to more than some MB. */
const LONGEST = 16_384;
const dictionary = Buffer.from(TEXT_DICTIONARY);

/** JSON text of an event, compressed: a usual payload takes an eighth of its length. It is base64, so it stays a string in the table. */
export const CompressedText: TextForm = {
  toStored: (text) =>
    text.length > LONGEST ? text : COMPRESSED + deflateRawSync(text, { dictionary }).toString("base64"),
  fromStored: (stored) =>
    stored.startsWith(COMPRESSED)
      ? inflateRawSync(Buffer.from(stored.slice(1), "base64"), { dictionary }).toString()
      : stored,
};
