import { instantOf } from "#lib/platform/minutes.ts";
import { offsetSpan } from "./zone.ts";

/**
 * The date and time of a slot's start for a response: in a zone with its offset (`2031-03-04T10:20:00+01:00`), without one in UTC
 * (`2031-03-04T09:20:00.000Z`).
 */
export function formatStart(start: number, timeZone: string | undefined): { date: string; time: string } {
  if (timeZone === undefined) {
    const time = instantOf(start);
    return { date: time.slice(0, 10), time };
  }
  const { offset } = offsetSpan(timeZone, start);
  const local = instantOf(start + offset).slice(0, 19);
  return { date: local.slice(0, 10), time: `${local}${formatOffset(offset)}` };
}

function formatOffset(offset: number): string {
  const hours = Math.floor(Math.abs(offset) / 60);
  return `${offset < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(Math.abs(offset) % 60)}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");
