import type { UserItem } from "#lib/identity/users/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { SAMPLE_PEOPLE } from "./sample-people.ts";

/** A stored user. */
export const storedUser = (
  id: number,
  more: Partial<Stored<typeof UserItem>> = {},
): Stored<typeof UserItem> => ({
  bio: null,
  avatar: null,
  emailVerified: null,
  appTheme: null,
  theme: null,
  defaultScheduleId: null,
  brandColor: null,
  darkBrandColor: null,
  invitedTo: null,
  passwordHash: null,
  id,
  username: `host${id}`,
  name: SAMPLE_PEOPLE.host(id),
  email: `host${id}@example.com`,
  timeZone: "Europe/Zurich",
  weekStart: "Monday",
  endTime: 1440,
  bufferTime: 0,
  locale: "en",
  timeFormat: 24,
  hideBranding: false,
  allowDynamicBooking: true,
  createdDate: "2026-01-01T00:00:00.000Z",
  verified: true,
  role: "USER",
  isLocked: false,
  version: 1,
  ...more,
});
