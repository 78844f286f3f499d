import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isNodeError } from "#local-cloud/node-error.ts";

/** What the mail server did with a mail. */
export type MailStatus = "sent" | "rejected";

/** A stored mail, and its message as it was sent. */
export interface StoredMail {
  id: string;
  /** Time at which it was stored, ISO 8601. */
  time: string;
  status: MailStatus;
  raw: Buffer;
}

/** The folder of the mails, in that of all stored data. */
export const MAIL_FOLDER = "mail";

/** Mails that are stored; the oldest are deleted. */
const MOST_MAILS = 1_000;
const LONGEST_RECIPIENT = 80;

/** The name of a file: its time, recipient and, unless it was sent, its status. */
const FILE = /^(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2}\.\d{3}Z)-([\w.@+-]*?)(\.rejected)?\.eml$/;

/** The mails of the local cloud: one file each, `{time}-{recipient}.eml`. Nothing else is stored about them. */
export class MailStore {
  readonly #directory: string;
  readonly #most: number;

  constructor(directory: string, { most = MOST_MAILS } = {}) {
    this.#directory = directory;
    this.#most = most;
  }

  /** Stores a mail. Returns its id. */
  add(recipient: string, raw: Buffer, status: MailStatus = "sent"): string {
    mkdirSync(this.#directory, { recursive: true });
    const safe = recipient.replace(/[^\w.@+-]/g, "_").slice(0, LONGEST_RECIPIENT);
    const end = status === "sent" ? "" : `.${status}`;
    for (let at = Date.now(); ; at += 1) {
      // Not every file system allows colons.
      const id = `${new Date(at).toISOString().replaceAll(":", "-")}-${safe}${end}`;
      if (this.#write(id, raw)) {
        this.#deleteOldest();
        return id;
      }
    }
  }

  /** Returns the ids of all mails, newest first. */
  ids(): string[] {
    return this.#files()
      .map((file) => file.slice(0, -".eml".length))
      .reverse();
  }

  /** Finds a mail by its id; undefined if it does not exist. */
  find(id: string): StoredMail | undefined {
    const [, day, minutes, seconds, , mark] = FILE.exec(`${id}.eml`) ?? [];
    if (day === undefined) return undefined;
    try {
      const raw = readFileSync(join(this.#directory, `${id}.eml`));
      return {
        id,
        time: `${day}:${minutes}:${seconds}`,
        status: mark === undefined ? "sent" : "rejected",
        raw,
      };
    } catch (error) {
      if (isNodeError(error, "ENOENT")) return undefined;
      throw error;
    }
  }

  /** Writes a file; false if it exists. */
  #write(id: string, raw: Buffer): boolean {
    try {
      writeFileSync(join(this.#directory, `${id}.eml`), raw, { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      if (isNodeError(error, "EEXIST")) return false;
      throw error;
    }
  }

  #files(): string[] {
    try {
      return readdirSync(this.#directory)
        .filter((file) => FILE.test(file))
        .toSorted();
    } catch (error) {
      if (isNodeError(error, "ENOENT")) return [];
      throw error;
    }
  }

  #deleteOldest(): void {
    const files = this.#files();
    for (const file of files.slice(0, Math.max(0, files.length - this.#most)))
      rmSync(join(this.#directory, file), { force: true });
  }
}
