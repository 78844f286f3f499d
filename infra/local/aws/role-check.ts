import { AwsError } from "./aws-error.ts";
import { type ConditionContext, compileStatement, type Rule } from "./statements.ts";
import { ACCOUNT, OPERATOR, type Statement, type Usage } from "./types.ts";

/** One action on one resource that a call needs. `context` is asked for only when a statement has conditions. */
export interface Need {
  action: string;
  resource: string;
  context?: () => ConditionContext;
}

type Service = "dynamodb" | "sqs" | "kms" | "secretsmanager";
type Verdict = "allowed" | "unmentioned" | "denied";
interface Role {
  rules: Rule[];
  verdicts: Map<string, Verdict>;
}
const EMPTY: ConditionContext = new Map();

/** Decides, as IAM does, whether a caller's role allows a call, and counts what was asked for. */
export class RoleCheck {
  readonly usage: Usage = new Map();
  readonly #roles = new Map<string, Role>();

  constructor(callers: ReadonlyMap<string, readonly Statement[]>) {
    for (const [caller, statements] of callers)
      this.#roles.set(caller, { rules: statements.map(compileStatement), verdicts: new Map() });
  }

  /** The caller named by a SigV4 `Authorization` header; throws as AWS does when there is none or nobody knows it. */
  identify(authorization: string | undefined, service: Service): string {
    const status = service === "sqs" ? 403 : 400;
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

  /** Passes when the caller may do all of it; throws AccessDeniedException for the first it may not. */
  demand(caller: string, needs: readonly Need[]): void {
    for (const need of needs) {
      const verdict = caller === OPERATOR ? "allowed" : this.#decide(caller, need);
      // What a fence denies (ADR 0030) says nothing about what the role was granted.
      if (verdict !== "denied") this.#count(caller, countedAs(need), verdict === "allowed");
      if (verdict !== "allowed") throw accessDenied(caller, need, verdict);
    }
  }

  /** Whether a statement denies it; what no statement mentions may be allowed by the policy of the resource. */
  isDenied(caller: string, need: Need): boolean {
    return this.#decide(caller, need) === "denied";
  }

  #decide(caller: string, need: Need): Verdict {
    const role = this.#roles.get(caller);
    if (role === undefined) return "unmentioned";
    const name = `${need.action} ${need.resource}`;
    const known = role.verdicts.get(name);
    if (known !== undefined) return known;
    const rules = role.rules.filter((rule) => rule.covers(need.action, need.resource));
    const conditional = rules.some((rule) => rule.conditional);
    const context = conditional ? (need.context?.() ?? EMPTY) : EMPTY;
    const holding = rules.filter((rule) => rule.holds(context));
    const verdict = holding.some((rule) => !rule.allows)
      ? "denied"
      : holding.length > 0
        ? "allowed"
        : "unmentioned";
    if (!conditional) role.verdicts.set(name, verdict);
    return verdict;
  }

  #count(caller: string, action: string, allowed: boolean): void {
    const actions = this.usage.get(caller) ?? new Map<string, { allowed: number; denied: number }>();
    this.usage.set(caller, actions);
    const counts = actions.get(action) ?? { allowed: 0, denied: 0 };
    actions.set(action, counts);
    counts[allowed ? "allowed" : "denied"] += 1;
  }
}

/** A table and its indexes are granted apart, so they are counted apart. */
const countedAs = ({ action, resource }: Need): string =>
  resource.includes("/index/") ? `${action} index` : action;

function accessDenied(caller: string, need: Need, verdict: Verdict): AwsError {
  const sqs = need.action.startsWith("sqs:");
  const action = sqs ? need.action.toLowerCase() : need.action;
  const because =
    verdict === "denied"
      ? "with an explicit deny in an identity-based policy"
      : `because no identity-based policy allows the ${action} action`;
  return new AwsError(
    "com.amazon.coral.service#AccessDeniedException",
    `User: arn:aws:sts::${ACCOUNT}:assumed-role/${caller}/${caller} is not authorized to perform: ${action} on resource: ${need.resource} ${because}`,
    { status: sqs ? 403 : 400, queryCode: "AccessDenied" },
  );
}
