import * as z from "zod";
import { Password } from "#lib/users/input.ts";
import type { AdminCall } from "./act.ts";
import { parseOptions, UsageError } from "./parse-options.ts";

const WithPassword = z.object({ password: Password });

/** Reads the password from `--password` or, safer, from standard input (`--password-stdin`); undefined without both. */
export async function readPassword({ options, terminal }: AdminCall): Promise<string | undefined> {
  const { password, passwordStdin } = options;
  if (passwordStdin !== true) return typeof password === "string" ? parsed(password) : undefined;
  if (password !== undefined) throw new UsageError("--password and --password-stdin exclude each other");
  return parsed((await terminal.read()).replace(/\r?\n$/, ""));
}

const parsed = (password: string): string => parseOptions(WithPassword, { password }).password;
