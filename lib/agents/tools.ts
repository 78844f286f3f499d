import type { Tool } from "./tool.ts";
import { cancelBooking } from "./tools/cancel-booking.ts";
import { createBooking } from "./tools/create-booking.ts";
import { findSlots } from "./tools/find-slots.ts";
import { getBooking } from "./tools/get-booking.ts";
import { getProfile } from "./tools/get-profile.ts";
import { holdSlot } from "./tools/hold-slot.ts";
import { listBookings } from "./tools/list-bookings.ts";
import { listCalendars } from "./tools/list-calendars.ts";
import { listEventTypes } from "./tools/list-event-types.ts";
import { rescheduleBooking } from "./tools/reschedule-booking.ts";

/** The tools of the MCP server, in the order in which `tools/list` returns them: as an agent books. */
export const TOOLS: readonly Tool[] = [
  listEventTypes,
  findSlots,
  holdSlot,
  createBooking,
  rescheduleBooking,
  cancelBooking,
  getBooking,
  listBookings,
  listCalendars,
  getProfile,
];
