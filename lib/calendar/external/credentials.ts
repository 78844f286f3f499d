import * as z from "zod";
import { decryptText, encryptText } from "#lib/platform/kms.ts";
import type { StoredConnection } from "./entity.ts";

/** What a connection is read with. The URL of a feed is a secret, too. */
export const Credentials = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ics"), url: z.string() }),
  z.object({ type: z.literal("caldav"), url: z.string(), username: z.string(), password: z.string() }),
]);
export type Credentials = z.output<typeof Credentials>;

type ConnectionKey = Pick<StoredConnection, "id" | "userId">;

/** Encrypts the credentials of a connection, for its `sealedCredentials`. */
export const sealCredentials = (credentials: Credentials, connection: ConnectionKey): Promise<string> =>
  encryptText(JSON.stringify(credentials), contextOf(connection));

/** Decrypts the credentials of a connection that is not pushed. */
export async function openCredentials(connection: StoredConnection): Promise<Credentials> {
  const text = await decryptText(connection.sealedCredentials ?? "", contextOf(connection));
  return Credentials.parse(JSON.parse(text));
}

const contextOf = ({ id, userId }: ConnectionKey): Record<string, string> => ({
  calendarConnectionId: String(id),
  userId: String(userId),
});

/** What identifies an account for people: user name and host name; only the host name of a feed. */
export function accountOf(credentials: Credentials): string {
  const { hostname } = new URL(credentials.url);
  return credentials.type === "caldav" ? `${credentials.username} (${hostname})` : hostname;
}
