import type { Component } from "./components.ts";
import { type Property, propertiesOf } from "./properties.ts";

/** What decides whether the time of an event is busy. */
export interface StatusOptions {
  /** Whether an event that is not certain closes its time. */
  tentative: "busy" | "free";
  /** Email addresses, user names and principal URLs of the host, in any case, with or without `mailto:`. */
  ownAddresses: readonly string[];
}

const FREE_STATES = ["FREE", "WORKINGELSEWHERE"];

/** Whether an event makes its host busy. Fails with `Unreadable`. */
export function isBusyEvent(event: Component, { tentative, ownAddresses }: StatusOptions): boolean {
  const status = upperCase(event.text("STATUS"));
  const outlookStatus = upperCase(event.text("X-MICROSOFT-CDO-BUSYSTATUS"));
  if (status === "CANCELLED" || upperCase(event.text("TRANSP")) === "TRANSPARENT") return false;
  if (FREE_STATES.includes(outlookStatus)) return false;
  const addresses = new Set(ownAddresses.map(normalizeAddress));
  const answers = propertiesOf(event, "ATTENDEE")
    .filter((attendee) => addressesOf(attendee).some((address) => addresses.has(address)))
    .map((attendee) => upperCase(attendee.parameter("PARTSTAT")));
  if (answers.length > 0 && answers.every((answer) => answer === "DECLINED")) return false;
  const isTentative = [status, outlookStatus, ...answers].includes("TENTATIVE");
  return !isTentative || tentative === "busy";
}

/** Whether a type of `FREEBUSY` is busy; a missing or unknown type is (RFC 5545 §3.2.9). */
export function isBusyType(type: string | undefined, { tentative }: StatusOptions): boolean {
  if (upperCase(type) === "BUSY-TENTATIVE") return tentative === "busy";
  return upperCase(type) !== "FREE";
}

const addressesOf = (attendee: Property): string[] =>
  [...attendee.values, attendee.parameter("EMAIL") ?? ""].map((value) => normalizeAddress(String(value)));

const normalizeAddress = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, "");

const upperCase = (text: string | undefined): string => (text ?? "").toUpperCase();
