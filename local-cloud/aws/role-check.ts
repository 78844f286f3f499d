import { AwsError } from "./aws-error.ts";
import { type ConditionContext, compileStatement, type Rule } from "./statements.ts";
import { ACCOUNT, OPERATOR, type Statement, type Usage } from "./types.ts";

/** A permission that a call requires. `context` is evaluated only if a statement has conditions. */
export interface RequiredPermission {
  action: string;
  resource: string;
  context?: () => ConditionContext;
}

type Service = "dynamodb" | "sqs" | "kms" | "secretsmanager" | "ses";
/** The services whose errors of authorization have the status 403. */
const FORBIDDEN: ReadonlySet<string> = new Set(["sqs", "ses"]);
type Decision = "allowed" | "unmatched" | "denied";
interface Role {
  rules: Rule[];
  /** Cached decisions that depend on no condition, by action and resource. */
  decisions: Map<string, Decision>;
}
const EMPTY: ConditionContext = new Map();

/** Decides, like IAM, whether a caller's role allows a call, and counts the calls. */
export class RoleCheck {
  readonly usage: Usage = new Map();
  readonly #roles = new Map<string, Role>();

  constructor(callers: ReadonlyMap<string, readonly Statement[]>) {
    for (const [caller, statements] of callers)
      this.#roles.set(caller, { rules: statements.map(compileStatement), decisions: new Map() });
  }

  /** Returns the caller in a SigV4 `Authorization` header; throws AWS's error if it is missing or unknown. */
  identify(authorization: string | undefined, service: Service): string {
    const status = FORBIDDEN.has(service) ? 403 : 400;
    const caller = authorization && /Credential=([^/,\s]+)\//.exec(authorization)?.[1];
    if (!caller)
      throw new AwsError(
        "com.amazon.coral.service#MissingAuthenticationTokenException",
        "Request is missing Authentication Token",
        { status },
      );
    if (caller !== OPERATOR && !this.#roles.has(caller))
      throw new AwsError(
        "com.amazon.coral.service#UnrecognizedClientException",
        "The security token included in the request is invalid.",
        { status, queryCode: "InvalidClientTokenId" },
      );
    return caller;
  }

  /** Throws AccessDeniedException for the first permission that the caller does not have. */
  authorize(caller: string, permissions: readonly RequiredPermission[]): void {
    for (const permission of permissions) {
      const decision = caller === OPERATOR ? "allowed" : this.#decide(caller, permission);
      // The standby policy (ADR 0030) denies actions that the role allows, so its denials are not counted.
      if (decision !== "denied") this.#count(caller, getUsageName(permission), decision === "allowed");
      if (decision !== "allowed") throw accessDenied(caller, permission, decision);
    }
  }

  /** Returns whether a statement denies it. If no statement matches, a policy of the resource may still allow it. */
  isDenied(caller: string, permission: RequiredPermission): boolean {
    return this.#decide(caller, permission) === "denied";
  }

  #decide(caller: string, permission: RequiredPermission): Decision {
    const role = this.#roles.get(caller);
    if (role === undefined) return "unmatched";
    const key = `${permission.action} ${permission.resource}`;
    const cached = role.decisions.get(key);
    if (cached !== undefined) return cached;
    const rules = role.rules.filter((rule) => rule.matches(permission.action, permission.resource));
    const isConditional = rules.some((rule) => rule.isConditional);
    const context = isConditional ? (permission.context?.() ?? EMPTY) : EMPTY;
    const decision = combine(rules.filter((rule) => rule.meetsConditions(context)));
    if (!isConditional) role.decisions.set(key, decision);
    return decision;
  }

  #count(caller: string, action: string, allowed: boolean): void {
    const actions = this.usage.get(caller) ?? new Map<string, { allowed: number; denied: number }>();
    this.usage.set(caller, actions);
    const counts = actions.get(action) ?? { allowed: 0, denied: 0 };
    actions.set(action, counts);
    counts[allowed ? "allowed" : "denied"] += 1;
  }
}

/** An explicit deny takes precedence. */
function combine(rules: readonly Rule[]): Decision {
  if (rules.some((rule) => !rule.allows)) return "denied";
  return rules.length > 0 ? "allowed" : "unmatched";
}

/** Permissions for a table and for its indexes are separate, so they are counted separately. */
const getUsageName = ({ action, resource }: RequiredPermission): string =>
  resource.includes("/index/") ? `${action} index` : action;

function accessDenied(caller: string, permission: RequiredPermission, decision: Decision): AwsError {
  const isSqs = permission.action.startsWith("sqs:");
  const action = isSqs ? permission.action.toLowerCase() : permission.action;
  const reason =
    decision === "denied"
      ? "with an explicit deny in an identity-based policy"
      : `because no identity-based policy allows the ${action} action`;
  return new AwsError(
    "com.amazon.coral.service#AccessDeniedException",
    `User: arn:aws:sts::${ACCOUNT}:assumed-role/${caller}/${caller} is not authorized to perform: ${action} on resource: ${permission.resource} ${reason}`,
    { status: FORBIDDEN.has(permission.action.replace(/:.*/, "")) ? 403 : 400, queryCode: "AccessDenied" },
  );
}
