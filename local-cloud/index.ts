export { startApiServer } from "./api-server.ts";
export { AwsError } from "./aws/aws-error.ts";
export { type Engine, getEnginePath, startEngine } from "./aws/engine.ts";
export { callEngine, isAwsError } from "./aws/engine-call.ts";
export { RoleCheck } from "./aws/role-check.ts";
export { startAws } from "./aws/start-aws.ts";
export {
  ACCOUNT,
  type AwsEndpoint,
  type Clock,
  type FaultRates,
  OPERATOR,
  type QueueDefinition,
  type QueueEngine,
  REGION,
  type Statement,
  type TableDefinition,
  type Usage,
} from "./aws/types.ts";
export { type Cloud, type CloudOptions, startCloud } from "./cloud.ts";
export { compileFilters } from "./events/event-filter.ts";
export { readApi } from "./gateway/api-document.ts";
export { createGateway } from "./gateway/gateway.ts";
export type { Outcome } from "./lambda/instance.ts";
export type { InvokeOptions } from "./lambda/lambda.ts";
export { traceInvocation } from "./lambda/lineage.ts";
export { MAIL_FOLDER, MailStore } from "./mail/mail-store.ts";
export { type SmtpProxy, startSmtpProxy } from "./mail/smtp-proxy.ts";
export { OneOrMore } from "./one-or-more.ts";
export { StartError } from "./start-error.ts";
export { readAssembly } from "./template/assembly.ts";
export { type Blueprint, readBlueprint } from "./template/blueprint.ts";
export type { FilterPattern } from "./template/event-sources.ts";
export type { FunctionDefinition } from "./template/functions.ts";
export { type ResolvedResource, resolveAssembly } from "./template/resolve-assembly.ts";
