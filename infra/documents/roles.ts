import { allEntries, type Registry } from "#infra/registry.ts";
import { grantedAction } from "#infra/roles/granted-action.ts";
import type { RecordedRoles } from "#infra/roles/recorded.ts";
import { code } from "./code.ts";
import { markdownTable } from "./markdown-table.ts";

/** `docs/roles.md`: what each function may do, and what it was seen to do under its role. */
export function rolesDocument(registry: Registry, { functions, policies }: RecordedRoles): string {
  const rows = allEntries(registry).map(({ spec: { id, grants } }) => {
    const { used = [], denied = [] } = functions[id] ?? {};
    const surplus = grants.filter((grant) => !used.includes(grantedAction(grant)));
    const taken = grants.filter((grant) => used.includes(grantedAction(grant)));
    return [code(id), codes(grants), `${taken.length} of ${grants.length}`, codes(surplus), codes(denied)];
  });
  const statements = policies.map(({ resource, effect, who, actions, when }) => [
    resource,
    effect,
    code(who),
    codes(actions),
    when || "always",
  ]);
  return `# Roles

Each function has a role of its own. It allows the grants of the function's file on exactly the resources they name, writing its own log
and, where it has a source, reading that; nothing has a wildcard but the trace calls of X-Ray, which know no resources. The local cloud
decides every call by these roles, as IAM does, and counts it.

## Granted, used, denied

As recorded from tests under the roles of the template. *Not seen* is what a function may do and did not in the runs recorded here;
*denied* is what it tried and may not. Both have to be empty: \`test/infra/roles\` holds this table to it, and
\`test/contract/endpoints.test.ts\` each endpoint in every run. \`npm test && node infra/roles/main.ts --anew && npm run documents\`
makes this table anew.

${markdownTable(["Function", "Granted", "Used", "Not seen", "Denied"], rows)}
## Policies on resources

From the template with its default settings. A key's policy names the account, so that roles and administrators get its uses from their
own policies; what it does not list nobody can do. Roles that are no function's are here with what may be done by them.

${markdownTable(["On", "Effect", "Who", "What", "When"], statements)}`;
}
const codes = (texts: readonly string[]): string => texts.map(code).join(", ") || "none";
