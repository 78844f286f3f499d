import type { BarRow } from "./bar-row.ts";
import { API_ROWS } from "./bar-rows-api.ts";
import { OAUTH_ROWS } from "./bar-rows-oauth.ts";
import { WEBHOOK_ROWS } from "./bar-rows-webhooks.ts";

/** The rows by id; a test proves one by carrying the id in its name. */
export const BAR_ROWS: Record<string, BarRow> = { ...API_ROWS, ...OAUTH_ROWS, ...WEBHOOK_ROWS };
