import type { Usage } from "#infra/local/aws/types.ts";
import { permittedAction } from "#infra/permission-resources.ts";
import type { FunctionSpec } from "#lib/http/spec.ts";
import type { Permission } from "#lib/platform/permissions.ts";

/** Calls a function made that its role does not allow. */
export const deniedCalls = (usage: Usage, id: string): string[] =>
  [...(usage.get(id) ?? [])].flatMap(([action, { denied }]) => (denied > 0 ? [action] : []));

/** Grants of a function that it was never seen to use. */
export const unusedPermissions = (usage: Usage, { id, permissions }: FunctionSpec): Permission[] =>
  permissions.filter((permission) => !usage.get(id)?.get(permittedAction(permission))?.allowed);

/** Per function: its permissions, those never used and the calls denied, as a table to read. */
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

/** Lines of a function that tell of a failure its spec does not declare, or of a crash. */
export const strayFailures = (lines: readonly string[]): string[] =>
  lines.filter((line) => {
    const { level, undeclared } = parsed(line);
    return level === "error" || undeclared === true;
  });

/** A line as the structured one it has to be; anything else was printed by a crash. */
function parsed(line: string): { level?: unknown; undeclared?: unknown } {
  try {
    return JSON.parse(line);
  } catch {
    return { level: "error" };
  }
}
