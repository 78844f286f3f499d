import type { Command } from "commander";
import { splitRoute } from "#infra/registry.ts";
import { Failure } from "#lib/failures.ts";
import type { AdminCall, CreateAction } from "./action.ts";
import type { CommandResult } from "./command-result.ts";
import { DRY_RUN_REMARK, dryRunOption, isDryRun } from "./dry-run.ts";
import { addFieldOption, type EndpointField, listFields, listRequiredSecrets } from "./endpoint-fields.ts";
import { listResponseResult, responseResult } from "./endpoint-result.ts";
import {
  callEndpoint,
  type EndpointHandler,
  type EndpointInput,
  importEndpoints,
  readList,
} from "./endpoints.ts";
import { parseTake, problemText, UsageError, valuesOf } from "./parse-options.ts";
import { parseTeamReference, parseUserReference, resolveTeam, resolveUser } from "./references.ts";
import { nameOf, type Resource } from "./resources.ts";

/** A command that is derived from an endpoint, and the other endpoints of its resource. */
interface EndpointCommand {
  /** Its verb and its arguments. */
  usage: string;
  handler: EndpointHandler;
  fields: readonly EndpointField[];
  siblings: ReadonlyMap<string, EndpointHandler>;
  resource: Resource;
}

/**
 * Adds a command for each endpoint of a resource: the ids in its route are arguments, the fields of its query and body are options. It runs
 * the endpoint's use case as the operator.
 */
export async function addResource(
  program: Command,
  createAction: CreateAction,
  resource: Resource,
): Promise<void> {
  const { folder, more, description, help } = resource;
  const noun = program.command(nameOf(folder)).description(description).addHelpText("after", help);
  const handlers = await importEndpoints(folder);
  const others = more ? await importEndpoints(more.folder) : [];
  const add = (handler: EndpointHandler, usage: string, from: readonly EndpointHandler[]) => {
    const fields = listFields(handler.spec);
    const siblings = new Map(from.map((sibling) => [verbOf(sibling), sibling]));
    if (isForOperator(handler, fields))
      addCommand(noun, createAction, { usage, handler, fields, siblings, resource });
  };
  for (const handler of handlers) add(handler, usageOf(handler), handlers);
  for (const handler of others) {
    const usage = more?.usages[verbOf(handler)];
    if (usage !== undefined) add(handler, usage, others);
  }
}

const verbOf = ({ spec }: EndpointHandler): string => nameOf(spec.id).replace(/^get$/, "show");
const usageOf = (handler: EndpointHandler): string =>
  [verbOf(handler), ...pathNames(handler).map((name) => `<${name}>`)].join(" ");

/** Whether the operator can call an endpoint: one that creates needs an owner, because the operator is not a user. */
const isForOperator = (
  { spec: { route, input } }: EndpointHandler,
  fields: readonly EndpointField[],
): boolean =>
  !route.startsWith("POST ") || input.path !== undefined || fields.some(({ name }) => name === "userId");

function addCommand(noun: Command, createAction: CreateAction, from: EndpointCommand): void {
  const { usage, handler, fields, resource } = from;
  const { summary } = handler.spec;
  const command = noun.command(usage).description(`${summary.charAt(0).toLowerCase()}${summary.slice(1)}`);
  for (const field of fields) if (!field.isSecret) addFieldOption(command, field);
  if (handler.list) command.option("--take <number>", "maximum number", parseTake);
  if (handler.list && resource.filter) command.option(resource.filter.flag, resource.filter.description);
  if (isDeletion(handler)) command.addOption(dryRunOption());
  if (uniqueFields(from).length > 0) command.option("--if-missing", "keep an existing resource unchanged");
  command.action(
    createAction(
      (call) => readSecrets(handler, call),
      async (call, { baseUrl }) => runCommand(from, call, baseUrl),
    ),
  );
}

/** Reads the password that a command needs from standard input, so that neither other users of the machine nor the shell's history have it. */
async function readSecrets({ spec }: EndpointHandler, call: AdminCall): Promise<AdminCall> {
  const [name] = listRequiredSecrets(spec, call.options);
  if (name === undefined) return call;
  const secret = (await call.terminal.read()).replace(/\r?\n$/, "");
  if (secret === "") throw new UsageError(`Send the ${name} on standard input.`);
  return { ...call, options: { ...call.options, [name]: secret } };
}

const pathNames = ({ spec }: EndpointHandler): string[] =>
  [...splitRoute(spec.route).path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

const isDeletion = ({ spec }: EndpointHandler): boolean => spec.route.startsWith("DELETE ");

/** The fields by which the list of the resource finds what a create conflicts with. */
function uniqueFields({ handler, fields, siblings }: EndpointCommand): string[] {
  const list = siblings.get("list");
  if (verbOf(handler) !== "create" || !list || !handler.spec.failures.includes("conflict")) return [];
  const filters = listFields(list.spec).map(({ name }) => name);
  return fields.map(({ name }) => name).filter((name) => filters.includes(name));
}

async function runCommand(from: EndpointCommand, call: AdminCall, baseUrl: string): Promise<CommandResult> {
  const { handler, siblings } = from;
  const input = await inputOf(from, call, baseUrl);
  if (handler.spec.route.startsWith("PATCH ") && Object.keys(input.body).length === 0)
    throw new UsageError("nothing to change: send at least one option");
  const shown = isDeletion(handler) && isDryRun(call) ? siblings.get("show") : undefined;
  try {
    if (shown) return { ...responseResult(await callEndpoint(shown, input)), remark: DRY_RUN_REMARK };
    if (!handler.list) return responseResult(await callEndpoint(handler, input));
    return await listResultOf(from, call, input);
  } catch (error) {
    if (isFailure(error, "conflict") && call.options["ifMissing"] === true) {
      const existing = await findExisting(from, input);
      if (existing) return existing;
    }
    throw isFailure(error, "invalid_request") ? usageError(error) : error;
  }
}

async function listResultOf(
  { handler, resource: { columns, filter } }: EndpointCommand,
  { options }: AdminCall,
  input: EndpointInput,
): Promise<CommandResult> {
  const take = typeof options["take"] === "number" ? options["take"] : undefined;
  const isFiltered = filter !== undefined && options[nameOfFlag(filter.flag)] === true;
  const { name, rows } = await readList(handler, input, isFiltered ? undefined : take);
  const shown = isFiltered ? rows.filter(filter.keeps).slice(0, take) : rows;
  return listResponseResult(name, shown, verbOf(handler) === "list" ? columns : Object.keys(shown[0] ?? {}));
}

const nameOfFlag = (flag: string): string => flag.slice("--".length);

/** Finds the resource that has the unique fields of a new one; undefined if there is not exactly one. */
async function findExisting(from: EndpointCommand, input: EndpointInput): Promise<CommandResult | undefined> {
  const list = from.siblings.get("list");
  if (!list) return undefined;
  const unique = uniqueFields(from);
  const query = Object.fromEntries(
    Object.entries(input.body).filter(([name, value]) => unique.includes(name) && value !== null),
  );
  const { name, rows } = await readList(list, { ...input, query }, 2);
  const [existing, ...others] = rows;
  if (existing === undefined || others.length > 0) return undefined;
  return {
    ...responseResult({ [name.replace(/s$/, "")]: existing }),
    remark: "Already exists. Nothing was changed.",
  };
}

const isFailure = (error: unknown, code: Failure["code"]): error is Failure =>
  error instanceof Failure && error.code === code;

/** The problems of the input, by the options and arguments of the command. */
const usageError = ({ errors, message }: Failure): UsageError =>
  new UsageError(errors.map(problemText).join("\n") || message);

async function inputOf(
  { handler, fields }: EndpointCommand,
  { args, options }: AdminCall,
  baseUrl: string,
): Promise<EndpointInput> {
  const values = await resolveReferences(
    valuesOf(
      fields.map(({ name }) => name),
      options,
    ),
  );
  const partOf = (part: EndpointField["part"]): object =>
    Object.fromEntries(
      fields
        .filter((field) => field.part === part && field.name in values)
        .map(({ name }) => [name, values[name]]),
    );
  return {
    path: Object.fromEntries(pathNames(handler).map((name, at) => [name, args[at]])),
    query: Object.fromEntries(Object.entries(partOf("query")).map(([name, value]) => [name, String(value)])),
    body: partOf("body"),
    options: partOf("options"),
    baseUrl,
  };
}

/** Replaces the email of a user and the slug of a team by their ids. */
async function resolveReferences(values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { userId, teamId } = values;
  return {
    ...values,
    ...(typeof userId === "string" && { userId: (await resolveUser(parseUserReference(userId))).id }),
    ...(typeof teamId === "string" && { teamId: (await resolveTeam(parseTeamReference(teamId))).id }),
  };
}
