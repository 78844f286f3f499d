import type { Command } from "commander";
import type { CreateAction } from "./action.ts";
import { nameOf, RESOURCES } from "./resources.ts";

/** Adds commands of a noun. */
type AddCommands = (program: Command, createAction: CreateAction) => void | Promise<void>;

/** Each noun, and a function that imports what adds its commands; in the order of the help. */
const NOUNS: readonly (readonly [string, () => Promise<AddCommands>])[] = [
  ["users", async () => (await import("./users.ts")).addUsers],
  ["teams", async () => (await import("./teams.ts")).addTeams],
  ["api-keys", async () => (await import("./api-keys.ts")).addApiKeys],
  ...RESOURCES.map(
    (resource) =>
      [
        nameOf(resource.folder),
        async () => {
          const { addResource } = await import("./endpoint-commands.ts");
          return (program: Command, createAction: CreateAction) =>
            addResource(program, createAction, resource);
        },
      ] as const,
  ),
  ["payments", async () => (await import("./payments.ts")).addPaymentRecord],
  ["oauth-clients", async () => (await import("./oauth-clients.ts")).addOAuthClients],
  ["grants", async () => (await import("./grants.ts")).addGrants],
  ["keys", async () => (await import("./keys.ts")).addKeys],
  ["dead-letters", async () => (await import("./dead-letters.ts")).addDeadLetters],
  ["seed", async () => (await import("./seed.ts")).addSeed],
  ["import", async () => (await import("./import.ts")).addImport],
  ["bookings", async () => (await import("./bookings.ts")).addBookings],
  ["privacy", async () => (await import("./privacy.ts")).addPrivacy],
  ["backup", async () => (await import("./backup.ts")).addBackup],
  ["backfill", async () => (await import("./backfill.ts")).addBackfill],
  ["doctor", async () => (await import("./doctor.ts")).addDoctor],
];

/**
 * Imports what adds the commands of the nouns among these words, or of all nouns if there is none among them. Importing all takes most of
 * the time of a command.
 */
export function importNouns(words: readonly string[]): Promise<AddCommands[]> {
  const named = NOUNS.filter(([noun]) => words.includes(noun));
  return Promise.all((named.length > 0 ? named : NOUNS).map(([, load]) => load()));
}
