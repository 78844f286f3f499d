import type { Command } from "commander";
import * as z from "zod";
import { createUserWithSchedule } from "#lib/calendar/schedules/create.ts";
import { OPERATOR, UserRole } from "#lib/caller.ts";
import { lockUser, setRole } from "#lib/identity/credentials/rights.ts";
import { unlinkProvider } from "#lib/identity/sign-in/provider/linked-user.ts";
import { createResetLink } from "#lib/identity/sign-in/reset-link/create.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { setPassword } from "#lib/identity/users/password.ts";
import { listUsers } from "#lib/identity/users/read.ts";
import type { AdminCall, CreateAction } from "./action.ts";
import { briefResult, type CommandResult, listResult, objectResult } from "./command-result.ts";
import { createIfMissing } from "./create-if-missing.ts";
import { parseOptions, parseUpperCase, parseWholeNumber, UsageError } from "./parse-options.ts";
import { readPassword } from "./read-password.ts";
import { parseUserReference, resolveUser } from "./references.ts";

const EXAMPLES = `
A user is named by id or email.

Examples:
  npm run admin -- users create --email ann@example.com --name "Ann Arbor" --time-zone Europe/Zurich
  printf %s "$PASSWORD" | npm run admin -- users set-password ann@example.com --password-stdin
  npm run admin -- users reset-link ann@example.com
  npm run admin -- users list
  npm run admin -- users show ann@example.com
  npm run admin -- users lock ann@example.com
  npm run admin -- users unlock ann@example.com
  npm run admin -- users set-role ann@example.com ADMIN
  npm run admin -- users unlink ann@example.com`;

const COLUMNS = ["id", "email", "name", "username", "role", "isLocked", "hasPassword", "timeZone"] as const;

/** Adds the commands that create and change users. */
export function addUsers(program: Command, createAction: CreateAction): void {
  const users = program
    .command("users")
    .description("users, who host bookings")
    .addHelpText("after", EXAMPLES);
  addCreate(users, createAction);
  users
    .command("list")
    .description("list all users")
    .action(
      createAction(
        () => undefined,
        async () => listResult("users", await listUsers(OPERATOR), COLUMNS),
      ),
    );
  users
    .command("show <user>")
    .description("show one user")
    .action(createAction(parseUser, async (user) => userResult(await resolveUser(user))));
  addRights(users, createAction);
  addSetPassword(users, createAction);
  addResetLink(users, createAction);
  users
    .command("unlink <user>")
    .description("remove the link between a user and an account at the OpenID provider")
    .action(
      createAction(parseUser, async (user) => {
        const account = await resolveUser(user);
        await unlinkProvider(OPERATOR, account.id);
        return briefUserResult(account);
      }),
    );
}

function addCreate(users: Command, createAction: CreateAction): void {
  users
    .command("create")
    .description("create a user")
    .requiredOption("--email <address>", "unique; users sign in with it")
    .requiredOption("--name <name>", "full name")
    .option("--username <name>", "unique short name")
    .option("--time-zone <name>", "name of the tz database (default: UTC)")
    .option("--locale <language>", "such as en or pt-BR (default: en)")
    .option("--week-start <day>", "such as Monday (default: Sunday)")
    .option("--time-format <hours>", "12 or 24 (default: 12)", parseWholeNumber)
    .option("--role <role>", "USER or ADMIN, the system-wide administrator (default: USER)", parseUpperCase)
    .option("--password <text>", "visible to other users of this machine: prefer --password-stdin")
    .option("--password-stdin", "read the password from standard input")
    .option("--no-schedule", "without the schedule Working hours: the user can be booked at all hours")
    .option("--if-missing", "keep the existing user with this email")
    .action(
      createAction(
        async (call) => {
          const input = parseOptions(UserCreate, { ...call.options, password: await readPassword(call) });
          const { ifMissing, schedule } = call.options;
          return { input, ifMissing: ifMissing === true, hasSchedule: schedule !== false };
        },
        ({ input, ifMissing, hasSchedule }) =>
          createIfMissing({
            ifMissing,
            get: () => resolveUser({ email: input.email }),
            create: () => (hasSchedule ? createUserWithSchedule : createUser)(OPERATOR, input),
            toResult: briefUserResult,
            nextStep: (user) => nextStepOf(user, hasSchedule),
          }),
      ),
    );
}

function addRights(users: Command, createAction: CreateAction): void {
  const setLocked = (isLocked: boolean) =>
    createAction(parseUser, async (user) => {
      const { id } = await resolveUser(user);
      return briefUserResult(await lockUser(OPERATOR, id, isLocked));
    });
  users.command("lock <user>").description("lock a user immediately").action(setLocked(true));
  users.command("unlock <user>").description("unlock a user").action(setLocked(false));
  users
    .command("set-role <user> <role>")
    .description("set the system-wide role of a user: ADMIN or USER")
    .action(
      createAction(
        (call) => {
          const role = parseUpperCase(call.args[1] ?? "");
          return { user: parseUser(call), ...parseOptions(z.object({ role: UserRole }), { role }) };
        },
        async ({ user, role }) =>
          briefUserResult(await setRole(OPERATOR, (await resolveUser(user)).id, role)),
      ),
    );
}

function addSetPassword(users: Command, createAction: CreateAction): void {
  users
    .command("set-password <user>")
    .description("set the password of a user")
    .option("--password <text>", "visible to other users of this machine: prefer --password-stdin")
    .option("--password-stdin", "read the password from standard input")
    .action(
      createAction(
        async (call) => {
          const password = await readPassword(call);
          if (password === undefined) throw new UsageError("--password-stdin or --password: is required");
          return { user: parseUser(call), password };
        },
        async ({ user, password }) => {
          const { id } = await resolveUser(user);
          await setPassword(OPERATOR, id, password);
          return briefUserResult(await resolveUser({ id }));
        },
      ),
    );
}

function addResetLink(users: Command, createAction: CreateAction): void {
  users
    .command("reset-link <user>")
    .description("create a link with which a user can set a new password, once and within an hour")
    .action(
      createAction(parseUser, async (user, { baseUrl }) => {
        const { id, email } = await resolveUser(user);
        const link = await createResetLink(OPERATOR, id, baseUrl);
        return {
          ...objectResult("reset_link", { ...link, userId: id, email }),
          remark: "Send the link to this user only. The user's earlier link is now invalid.",
        };
      }),
    );
}

const parseUser = ({ args }: AdminCall) => parseUserReference(args[0]);
const userResult = (user: Account): CommandResult => objectResult("user", user);
const briefUserResult = (user: Account): CommandResult => briefResult("user", user, COLUMNS);

/** What an operator usually does next for a new user. */
function nextStepOf({ email, hasPassword }: Account, hasSchedule: boolean): string {
  const hours = hasSchedule
    ? "The user has the schedule Working hours: Monday to Friday, 09:00 to 17:00."
    : "The user has no schedule and can be booked at all hours.";
  const signIn = hasPassword ? "" : ` To let the user sign in: users reset-link ${email}`;
  return `${hours}\nNext: api-keys create --user ${email}.${signIn}`;
}
