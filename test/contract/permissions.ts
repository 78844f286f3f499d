import type { Usage } from "@almanac/local-cloud";
import { permittedAction } from "#infra/permission-resources.ts";
import type { FunctionSpec } from "#lib/entry/http/spec.ts";
import type { Permission } from "#lib/platform/permissions.ts";

/** The calls of a function that its role does not allow. */
export const deniedCalls = (usage: Usage, id: string): string[] =>
  [...(usage.get(id) ?? [])].flatMap(([action, { denied }]) => (denied > 0 ? [action] : []));

/** The permissions that a function has not used. */
export const unusedPermissions = (usage: Usage, { id, permissions }: FunctionSpec): Permission[] =>
  permissions.filter((permission) => !usage.get(id)?.get(permittedAction(permission))?.allowed);

/** Formats a table of functions with their permissions, unused permissions and denied calls. */
export function permissionTable(usage: Usage, specs: readonly FunctionSpec[]): string {
  const rows = specs.map((spec) => [
    spec.id.padEnd(24),
    String(spec.permissions.length).padStart(7),
    (unusedPermissions(usage, spec).join(" ") || "none").padEnd(14),
    deniedCalls(usage, spec.id).join(" ") || "none",
  ]);
  const head = ["function".padEnd(24), " permissions", "never used".padEnd(14), "denied"];
  return ["", head, ...rows].map((row) => (typeof row === "string" ? row : row.join("  "))).join("\n");
}

/** Finds the log lines of undeclared failures and crashes. */
export const undeclaredFailures = (lines: readonly string[]): string[] =>
  lines.filter((line) => isUndeclaredFailure(parsed(line)));

/** Whether a log line is that of an undeclared failure or a crash. */
export const isUndeclaredFailure = ({
  level,
  undeclared,
}: {
  level?: unknown;
  undeclared?: unknown;
}): boolean => level === "error" || undeclared === true;

/** Parses a structured line. Any other line is the output of a crash. */
function parsed(line: string): { level?: unknown; undeclared?: unknown } {
  try {
    return JSON.parse(line);
  } catch {
    return { level: "error" };
  }
}
