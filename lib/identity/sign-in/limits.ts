import { sha256 } from "#lib/platform/sha256.ts";
import type { Limit } from "./attempts.ts";
import { networkOf } from "./network.ts";

/** Maximum failed attempts in any minute: of an account or a known browser, of a network, and of an OAuth client. */
const MAX_OF_ACCOUNT = 10;
const MAX_OF_NETWORK = 100;
const MAX_OF_CLIENT = 60;

/** Limits of a browser that the user has signed in with before. Failures in other browsers do not count for it. */
export const limitsOfDevice = (token: string): Limit[] => [
  { subject: subject("device", token), most: MAX_OF_ACCOUNT },
];

/** Limits of an unknown browser: of the account with the email address, whether it exists or not, and of the network. */
export const limitsOfStranger = ({ email, address }: { email: string; address: string }): Limit[] => [
  { subject: subjectOfAccount(email), most: MAX_OF_ACCOUNT },
  { subject: subject("network", networkOf(address)), most: MAX_OF_NETWORK },
];

/** Limits of requests with the id of an OAuth client and a wrong secret, whether the client exists or not. */
export const limitsOfClient = (clientId: string): Limit[] => [
  { subject: subject("client", clientId), most: MAX_OF_CLIENT },
];

/** The subject of an account in the limits; the same for every spelling of its email address. */
export const subjectOfAccount = (email: string): string => subject("account", email.trim().toLowerCase());

/** Hashed, so that the table contains no email addresses of people who are not users. */
const subject = (kind: string, text: string): string => `${kind}-${sha256(text)}`;
