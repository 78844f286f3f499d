import { expect, it } from "vitest";
import { eventTextOf } from "#lib/delivery/calendars/event-text.ts";
import { readEvent } from "#test/support/builders/calendar-hosts.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";
