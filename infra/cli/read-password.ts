import * as z from "zod";
import { Password } from "#lib/identity/users/input.ts";
import type { AdminCall } from "./action.ts";
import { parseOptions, UsageError } from "./parse-options.ts";

const WithPassword = z.object({ password: Password });

/** Reads the password from `--password` or, more safely, from standard input (`--password-stdin`). Returns undefined without both. */
export async function readPassword({ options, terminal }: AdminCall): Promise<string | undefined> {
  const { password, passwordStdin } = options;
  if (passwordStdin !== true) return typeof password === "string" ? parsePassword(password) : undefined;
  if (password !== undefined) throw new UsageError("--password and --password-stdin exclude each other");
  return parsePassword((await terminal.read()).replace(/\r?\n$/, ""));
}

const parsePassword = (password: string): string => parseOptions(WithPassword, { password }).password;
