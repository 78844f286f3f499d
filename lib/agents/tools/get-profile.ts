import * as z from "zod";
import { tool } from "#lib/agents/tool.ts";
import { getProfile as get } from "#lib/identity/users/read.ts";
import { summarized } from "#lib/identity/users/summary.ts";

/** Gets the caller's profile. */
export const getProfile = tool(
  {
    name: "get_profile",
    title: "Get the user's profile",
    description:
      "Returns the name, email address and time zone of the user that you act for. Use the time zone to understand and to write times.",
    endpoint: "me.get",
    effect: "read",
    scopes: ["READ_PROFILE"],
    input: z.strictObject({}),
    output: z.object({ user: z.object(summarized).describe("The user.") }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
    advice: { not_found: "Ask the user to connect Almanac again." },
  },
  ({ caller }) => get(caller),
  (user) => ({ user }),
);
