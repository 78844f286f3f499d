import type { Command } from "commander";
import * as z from "zod";
import { OPERATOR, UserRole } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
import { setRole } from "#lib/credentials/set-role.ts";
import { unlinkProvider } from "#lib/sign-in/provider/unlink.ts";
import { createResetLink } from "#lib/sign-in/reset-link/create.ts";
import type { Account } from "#lib/users/account.ts";
import { createUser } from "#lib/users/create.ts";
import { UserCreate } from "#lib/users/input.ts";
import { listUsers } from "#lib/users/list.ts";
import { setPassword } from "#lib/users/set-password.ts";
import type { Act, AdminCall } from "./act.ts";
import { createOrKeep } from "./create-or-keep.ts";
import { parseOptions, UsageError, wholeNumber, word } from "./parse-options.ts";
import { readPassword } from "./read-password.ts";
import { userMeant, userReference } from "./references.ts";
import { type Shown, shownList, shownOne } from "./shown.ts";

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
export function addUsers(program: Command, act: Act): void {
  const users = program
    .command("users")
    .description("users, who host bookings")
    .addHelpText("after", EXAMPLES);
  addCreate(users, act);
  users
    .command("list")
    .description("list all users")
    .action(
      act(
        () => undefined,
        async () => shownList("users", await listUsers(OPERATOR), COLUMNS),
      ),
    );
  users
    .command("show <user>")
    .description("show one user")
    .action(act(subject, async (user) => shownUser(await userMeant(user))));
  addRights(users, act);
  addSetPassword(users, act);
  addResetLink(users, act);
  users
    .command("unlink <user>")
    .description("remove the link between a user and an account at the OpenID provider")
    .action(
      act(subject, async (user) => {
        const account = await userMeant(user);
        await unlinkProvider(OPERATOR, account.id);
        return shownUser(account);
      }),
    );
}

function addCreate(users: Command, act: Act): void {
  users
    .command("create")
    .description("create a user")
    .requiredOption("--email <address>", "unique; users sign in with it")
    .requiredOption("--name <name>", "full name")
    .option("--username <name>", "unique short name")
    .option("--time-zone <name>", "name of the tz database (default: UTC)")
    .option("--locale <language>", "such as en or pt-BR (default: en)")
    .option("--week-start <day>", "such as Monday (default: Sunday)")
    .option("--time-format <hours>", "12 or 24 (default: 12)", wholeNumber)
    .option("--role <role>", "USER or ADMIN, the system-wide administrator (default: USER)", word)
    .option("--password <text>", "visible to other users of this machine: prefer --password-stdin")
    .option("--password-stdin", "read the password from standard input")
    .option("--if-missing", "keep the existing user with this email")
    .action(
      act(
        async (call) => {
          const input = parseOptions(UserCreate, { ...call.options, password: await readPassword(call) });
          return { input, ifMissing: call.options["ifMissing"] === true };
        },
        ({ input, ifMissing }) =>
          createOrKeep({
            ifMissing,
            find: () => userMeant({ email: input.email }),
            create: () => createUser(OPERATOR, input),
            show: shownUser,
          }),
      ),
    );
}

function addRights(users: Command, act: Act): void {
  const locking = (isLocked: boolean) =>
    act(subject, async (user) => {
      const { id } = await userMeant(user);
      return shownUser(await lockUser(OPERATOR, id, isLocked));
    });
  users.command("lock <user>").description("lock a user immediately").action(locking(true));
  users.command("unlock <user>").description("unlock a user").action(locking(false));
  users
    .command("set-role <user> <role>")
    .description("set the system-wide role of a user: ADMIN or USER")
    .action(
      act(
        (call) => {
          const role = word(call.args[1] ?? "");
          return { user: subject(call), ...parseOptions(z.object({ role: UserRole }), { role }) };
        },
        async ({ user, role }) => shownUser(await setRole(OPERATOR, (await userMeant(user)).id, role)),
      ),
    );
}

function addSetPassword(users: Command, act: Act): void {
  users
    .command("set-password <user>")
    .description("set the password of a user")
    .option("--password <text>", "visible to other users of this machine: prefer --password-stdin")
    .option("--password-stdin", "read the password from standard input")
    .action(
      act(
        async (call) => {
          const password = await readPassword(call);
          if (password === undefined) throw new UsageError("--password-stdin or --password: is required");
          return { user: subject(call), password };
        },
        async ({ user, password }) => {
          const { id } = await userMeant(user);
          await setPassword(OPERATOR, id, password);
          return shownUser(await userMeant({ id }));
        },
      ),
    );
}

function addResetLink(users: Command, act: Act): void {
  users
    .command("reset-link <user>")
    .description("create a link with which a user can set a new password, once and within an hour")
    .action(
      act(subject, async (user, { baseUrl }) => {
        const { id, email } = await userMeant(user);
        const link = await createResetLink(OPERATOR, id, baseUrl);
        return {
          ...shownOne("reset_link", { ...link, userId: id, email }),
          remark: "Send the link to this user only. The user's earlier link is now invalid.",
        };
      }),
    );
}

const subject = ({ args }: AdminCall) => userReference(args[0]);
const shownUser = (user: Account): Shown => shownOne("user", user);
