import { OneOrMore, type ResolvedResource, readAssembly, resolveAssembly } from "@almanac/local-cloud";
import * as z from "zod";
import { getCurrentAssembly } from "#infra/local/synthesis/current-assembly.ts";

/** One statement of a resource-based policy. */
interface ResourceStatement {
  resource: string;
  effect: "Allow" | "Deny";
  who: string;
  actions: string[];
  when: string;
}

const Document = z.object({
  Statement: z.array(
    z.object({
      Effect: z.enum(["Allow", "Deny"]),
      Action: OneOrMore,
      Principal: z.union([z.string(), z.record(z.string(), OneOrMore)]),
      Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    }),
  ),
});
const KeyProperties = z.object({ KeyPolicy: Document });
const QueuePolicyProperties = z.object({ PolicyDocument: Document });
const PermissionProperties = z.object({ Action: z.string(), Principal: z.string() });
const RoleProperties = z.object({
  AssumeRolePolicyDocument: Document,
  Policies: z
    .array(z.object({ PolicyDocument: z.object({ Statement: z.array(z.object({ Action: OneOrMore })) }) }))
    .default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
});
const LAMBDA = "lambda.amazonaws.com";

/**
 * The policies of a stack with default settings: on keys, queues and functions, which principals may assume roles, and what roles
 * without a function allow.
 */
export async function resourcePolicies(): Promise<ResourceStatement[]> {
  const statements = (await readResources()).flatMap((resource) => READERS[resource.type]?.(resource) ?? []);
  // Without duplicates: there are as many permissions and roles as functions.
  const distinct = new Map(statements.map((statement) => [JSON.stringify(statement), statement]));
  return [...distinct.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, statement]) => statement);
}

/** The resources of a service with default settings, with local names instead of references. */
async function readResources(): Promise<ResolvedResource[]> {
  const assembly = await readAssembly(await getCurrentAssembly());
  return resolveAssembly(assembly, { aws: "http://127.0.0.1" }).resources;
}

const Integration = z.object({
  uri: z.string().transform((uri) => /functions\/(arn:[^/]+)\//.exec(uri)?.[1]),
  credentials: z.string(),
});
const ApiProperties = z.object({
  Body: z.object({
    paths: z.record(
      z.string(),
      z.record(z.string(), z.object({ "x-amazon-apigateway-integration": z.unknown() })),
    ),
  }),
});

/** The functions that the gateway calls, and whether the role with which it calls each allows that. */
export async function gatewayCalls(): Promise<{ functionArn: string | undefined; isAllowed: boolean }[]> {
  const resources = await readResources();
  const allowedBy = new Map(
    resources
      .filter(({ type }) => type === "AWS::IAM::Role")
      .map(({ local, properties }) => [local.attributes["Arn"], JSON.stringify(properties["Policies"])]),
  );
  const apis = resources.filter(({ type }) => type === "AWS::ApiGateway::RestApi");
  return apis
    .flatMap(({ properties }) =>
      Object.values(ApiProperties.parse(properties).Body.paths).flatMap(Object.values),
    )
    .flatMap((operation) => Integration.safeParse(operation["x-amazon-apigateway-integration"]).data ?? [])
    .map(({ uri, credentials }) => ({
      functionArn: uri,
      isAllowed: allowedBy.get(credentials)?.includes(JSON.stringify(uri)) === true,
    }));
}

type Reader = (resource: ResolvedResource) => ResourceStatement[];

const READERS: Record<string, Reader> = {
  "AWS::KMS::Key": ({ path, properties }) =>
    statementsIn(`key ${nameIn(path)}`, KeyProperties.parse(properties).KeyPolicy),
  "AWS::SQS::QueuePolicy": ({ path, properties }) =>
    statementsIn(`queue ${nameIn(path)}`, QueuePolicyProperties.parse(properties).PolicyDocument),
  "AWS::Lambda::Permission": ({ properties }) => {
    const { Action, Principal } = PermissionProperties.parse(properties);
    const when = "SourceArn" in properties ? "for the source it names" : "";
    return [{ resource: "functions", effect: "Allow", who: Principal, actions: [Action], when }];
  },
  "AWS::IAM::Role": ({ path = "", properties }) => {
    const { AssumeRolePolicyDocument, Policies, ManagedPolicyArns } = RoleProperties.parse(properties);
    const trusted = statementsIn("roles", AssumeRolePolicyDocument);
    // Other tests check the permissions of functions.
    if (trusted.every(({ who }) => who === LAMBDA)) return trusted;
    const own = Policies.flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.flatMap(({ Action }) => Action),
    );
    const actions = [...own, ...ManagedPolicyArns.map((arn) => arn.replace(/^.*\//, ""))];
    const resource = `role ${path.split("/").slice(1, -1).join("/")}`;
    return [
      ...trusted,
      ...trusted.map((statement) => ({ ...statement, resource, actions, when: "by this role" })),
    ];
  },
};

const statementsIn = (resource: string, { Statement }: z.output<typeof Document>): ResourceStatement[] =>
  Statement.map(({ Effect, Action, Principal, Condition }) => ({
    resource,
    effect: Effect,
    who: typeof Principal === "string" ? Principal : Object.values(Principal).flat().join(", "),
    actions: Action,
    when: Object.entries(Condition)
      .flatMap(([operator, keys]) =>
        Object.entries(keys).map(([key, value]) => `${operator} ${key} ${value}`),
      )
      .join(", "),
  }));

/** `Almanac/Data/Events/Queue/Policy/Resource` → `Events/Queue`. */
const nameIn = (path = ""): string =>
  path
    .split("/")
    .filter((part) => part !== "Policy" && part !== "Resource")
    .slice(2)
    .join("/");
