import { OPERATOR } from "#lib/caller.ts";
import type { Credentials } from "#lib/identity/sign-in/sign-in.ts";
import { signIn } from "#lib/identity/sign-in/sign-in.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";

export const PASSWORD = "correct horse battery";
let created = 0;

/** Creates a user with a password. */
export const makeUser = (): Promise<Account> =>
  createUser(
    OPERATOR,
    UserCreate.parse({ email: `person${++created}@example.com`, name: "Person", password: PASSWORD }),
  );

/** An IP address that no other attempt has. */
export const newAddress = (): string => `192.0.2.${++created}`;

/** Tries to sign in, by default with the right password, from a new address. */
export const attempt = (email: string, more: Partial<Credentials> = {}) =>
  signIn({ email, password: PASSWORD, device: undefined, address: newAddress(), ...more });

/** The failure code of an attempt, or `signed in`. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "signed in",
    (error: { code: string }) => error.code,
  );
