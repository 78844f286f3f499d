import { scanTable } from "#test/support/scan-table.ts";

/**
 * Where some words stand in the table, in whatever item and notation: plain, in any case, escaped in JSON, in URLs or HTML, or in base64. Each
 * as the kind of item and the word.
 */
export async function tracesOf(words: readonly string[]): Promise<string[]> {
  const traces = new Set<string>();
  for (const item of await scanTable())
    for (const text of textsIn(item))
      for (const word of words)
        if (readingsOf(text).some((reading) => reading.includes(word.toLowerCase())))
          traces.add(`${item["entity"]}: ${word}`);
  return [...traces];
}

/** All texts of a value, the names of its fields included. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsIn)];
}

function readingsOf(text: string): string[] {
  const inUrl = text.replace(/(%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
  );
  const inHtml = text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  const inJson = inUrl.replaceAll("\\", "");
  const inForm = inUrl.replaceAll("+", " ");
  const decoded = (text.match(/[\w+/-]{12,}/g) ?? []).map((part) => Buffer.from(part, "base64").toString());
  return [text, inUrl, inHtml, inJson, inForm, inHtml.replaceAll("&quot;", '"'), ...decoded].map((reading) =>
    reading.toLowerCase(),
  );
}
