import { sha256 } from "#lib/platform/sha256.ts";
import type { Limit } from "./attempt.ts";
import { networkOf } from "./network.ts";

/** Failed attempts in any minute: of one account, or of one known browser; of one network; and of one OAuth client. */
const MOST_OF_ACCOUNT = 10;
const MOST_OF_NETWORK = 100;
const MOST_OF_CLIENT = 60;

/** Limits of a browser its user has signed in with before: nobody else can use them up. */
export const limitsOfDevice = (token: string): Limit[] => [
  { subject: subject("device", token), most: MOST_OF_ACCOUNT },
];

/** Limits of anybody else: those of the account they name, whether there is one or not, and of the network they call from. */
export const limitsOfStranger = ({ email, address }: { email: string; address: string }): Limit[] => [
  { subject: subjectOfAccount(email), most: MOST_OF_ACCOUNT },
  { subject: subject("network", networkOf(address)), most: MOST_OF_NETWORK },
];

/** Limits of requests with the id of an OAuth client and a wrong secret, whether the client exists or not. */
export const limitsOfClient = (clientId: string): Limit[] => [
  { subject: subject("client", clientId), most: MOST_OF_CLIENT },
];

/** What failures to sign in to an account are counted against, whatever way its address is written. */
export const subjectOfAccount = (email: string): string => subject("account", email.trim().toLowerCase());

/** Hashed, so that the table holds no addresses of people who are not its users. */
const subject = (kind: string, text: string): string => `${kind}-${sha256(text)}`;
