import { scanTable } from "#test/support/table/scan-table.ts";

/** Searches all items for words, ignoring case, and returns each match as `booking: word`. */
export async function tracesOf(words: readonly string[]): Promise<string[]> {
  const traces = new Set<string>();
  for (const item of await scanTable()) {
    // Inside JSON text, quotes are escaped twice.
    const text = decodeURIComponent(
      JSON.stringify(item)
        .replaceAll("\\", "")
        .replace(/%(?![0-9a-f]{2})/gi, "%25"),
    );
    for (const word of words)
      if (text.toLowerCase().includes(word.toLowerCase())) traces.add(`${item["entity"]}: ${word}`);
  }
  return [...traces];
}
