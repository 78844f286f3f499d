import type { ApiKey } from "#lib/identity/api-keys/schema.ts";

/** The name of an API key on the page: its note, or its id if the operator created it without a note. */
export const apiKeyName = ({ note, id }: Pick<ApiKey, "note" | "id">): string => note ?? `key-${id}`;
