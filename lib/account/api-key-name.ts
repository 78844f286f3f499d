import type { ApiKey } from "#lib/api-keys/schema.ts";

/** What the page calls an API key: its note, which the operator's command line may leave out. */
export const apiKeyName = ({ note, id }: Pick<ApiKey, "note" | "id">): string => note ?? `key-${id}`;
