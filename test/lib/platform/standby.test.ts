import { describe, expect, it } from "vitest";
import { failureFrom } from "#lib/entry/http/problem.ts";
import { isDeniedToStandby } from "#lib/platform/aws-errors.ts";

const denied = (reason: string, name = "AccessDeniedException") =>
  Object.assign(
    new Error(
      `User: arn:aws:sts::1:assumed-role/R/f is not authorized to perform: dynamodb:PutItem ${reason}`,
    ),
    { name },
  );
const BY_POLICY = "with an explicit deny in an identity-based policy";

describe("a call that is denied", () => {
  it.each(["AccessDeniedException", "AccessDenied"])(
    "by the policy of a standby can be retried (%s)",
    (name) => {
      expect(isDeniedToStandby(denied(BY_POLICY, name))).toBe(true);
      expect(failureFrom(denied(BY_POLICY, name))).toMatchObject({
        code: "temporarily_unavailable",
        headers: { "Retry-After": "60" },
      });
    },
  );

  it("because of a missing permission is an internal error without its text", () => {
    const error = denied("because no identity-based policy allows the dynamodb:PutItem action");
    expect(isDeniedToStandby(error)).toBe(false);
    expect(failureFrom(error)).toMatchObject({ code: "internal_error" });
    expect(failureFrom(error).message).not.toContain("arn:");
    expect(isDeniedToStandby(new Error(BY_POLICY))).toBe(false);
    expect(isDeniedToStandby(undefined)).toBe(false);
  });
});
