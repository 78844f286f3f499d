/** Names come from the client, and `constructor` is a name like any other. */
const emptyQuery = (): Record<string, string[]> => Object.create(null);

/**
 * Reads a query as a REST API passes it to functions: `;` separates like `&`, everything is decoded, and then each `%` is
 * encoded again. See "Amazon API Gateway important notes for REST APIs" in the AWS documentation.
 */
export function readQuery(text: string): Record<string, string[]> | null {
  const query = emptyQuery();
  for (const [name, value] of new URLSearchParams(text.replaceAll(";", "&"))) {
    const key = encodePercent(name);
    query[key] ??= [];
    query[key].push(encodePercent(value));
  }
  return Object.keys(query).length === 0 ? null : query;
}

const encodePercent = (text: string): string => text.replaceAll("%", "%25");
