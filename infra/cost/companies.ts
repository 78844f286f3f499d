import {
  CALLS_OF_A_BOOKING,
  DAYS_OF_A_MONTH,
  EVENTS_OF_A_BOOKING,
  MEETINGS_OF_A_BOOKING,
} from "./assumptions.ts";
import {
  type Bill,
  callBill,
  deliveryBill,
  eventBill,
  idleBill,
  meetingBill,
  storageBill,
  sumBills,
} from "./bill.ts";
import type { Measured } from "./measured.ts";
import type { Charge } from "./prices.ts";

/** What one booking costs with all that belongs to it: calls, events, deliveries to one webhook, and its meeting. */
export const bookingBill = (charge: Charge, measured: Measured): Bill =>
  sumBills([
    ...Object.entries(CALLS_OF_A_BOOKING).map(([id, times]): [Bill, number] => [
      callBill(charge, measured, id),
      times,
    ]),
    [eventBill(charge, measured), EVENTS_OF_A_BOOKING],
    [deliveryBill(charge, measured), EVENTS_OF_A_BOOKING],
    [meetingBill(charge, measured), MEETINGS_OF_A_BOOKING],
  ]);

/** What a month costs a company with so many bookings a day, after a year. */
export const companyBill = (charge: Charge, measured: Measured, bookingsADay: number): Bill =>
  sumBills([
    [idleBill(charge, measured), 1],
    [bookingBill(charge, measured), bookingsADay * DAYS_OF_A_MONTH],
    [storageBill(charge, measured, bookingsADay), 1],
  ]);
