import { Failure } from "./failures.ts";
import { type Caller, isSystemAdmin } from "./caller.ts";

/** Lets only a system admin go on, which the operator at the command line is. */
export function requireSystemAdmin(caller: Caller): void {
  if (!isSystemAdmin(caller)) throw new Failure("forbidden", "Only a system admin may do this.");
}
