import { now } from "#lib/platform/clock.ts";

/** Paths of the forms of the account page. Their query names the application, API key, calendar or connection. */
export const REVOKE_ACCESS = "/account/revoke-access";
export const CREATE_API_KEY = "/account/create-api-key";
export const REVOKE_API_KEY = "/account/revoke-api-key";
export const CONNECT_CALENDAR = "/account/connect-calendar";
export const UPDATE_CALENDAR = "/account/update-calendar";
export const SYNC_CALENDAR = "/account/sync-calendar";
export const UPDATE_CALENDAR_CONNECTION = "/account/update-calendar-connection";
export const DISCONNECT_CALENDAR = "/account/disconnect-calendar";
export const CHANGE_PASSWORD = "/account/change-password";
export const SIGN_OUT_EVERYWHERE = "/account/sign-out-everywhere";

/** The value of `grant` with which the access of all applications is revoked. */
export const ALL = "all";

/** The choices for the expiry of a new API key, in days. */
export const EXPIRIES = ["30", "90", "365", "never"] as const;
export type Expiry = (typeof EXPIRIES)[number];

/** Their names in the form. */
export const EXPIRY_NAMES: Record<Expiry, string> = {
  "30": "30 days",
  "90": "90 days",
  "365": "1 year",
  never: "Never",
};

/** Whether a text is one of the choices. */
export const isExpiry = (text: string): text is Expiry => EXPIRIES.some((expiry) => expiry === text);

/** The expiry of a key that is created now; null for never. */
export const expiryTime = (expiry: Expiry): string | null =>
  expiry === "never" ? null : new Date(now() + Number(expiry) * 86_400_000).toISOString();
