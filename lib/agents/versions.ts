import { JSON_RPC_CODES } from "#lib/http/json-rpc-error.ts";
import { type McpRequest, META_PREFIX } from "./message.ts";

/**
 * The revision of the protocol without a handshake and sessions: every request names its version and the client's capabilities
 * (specification 2026-07-28, "Versioning and Compatibility").
 */
export const MODERN_VERSION = "2026-07-28";

/** The revisions with the handshake `initialize`, latest first. */
export const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

const SUPPORTED: readonly string[] = [MODERN_VERSION, ...LEGACY_VERSIONS];

/** Chooses the revision for a client: the requested one, or the latest if that is not supported. */
export const negotiateVersion = (requested: unknown): string =>
  LEGACY_VERSIONS.find((version) => version === requested) ?? LEGACY_VERSIONS[0];

/** Whether a request uses the revision without a handshake. */
export const isModern = ({ meta }: McpRequest, header: HeaderReader): boolean =>
  meta.protocolVersion !== undefined || header("MCP-Protocol-Version") === MODERN_VERSION;

/** Gets a header of the request by its name, in upper or lower case. */
export type HeaderReader = (name: string) => string | undefined;

/** The JSON-RPC error of a request that is rejected with status 400 before its method is called. */
export interface VersionProblem {
  code: number;
  message: string;
  data?: object;
}

/**
 * Checks the version of a request, and the headers that repeat parts of its body. Returns the problem, if there is one. A request without
 * version and headers is valid: it is from a client of an early revision.
 */
export function findVersionProblem(request: McpRequest, header: HeaderReader): VersionProblem | undefined {
  const inHeader = header("MCP-Protocol-Version");
  const { protocolVersion: inBody, clientCapabilities } = request.meta;
  const unsupported = [inBody, inHeader].find(
    (version) => version !== undefined && !SUPPORTED.includes(version),
  );
  if (unsupported !== undefined)
    return {
      code: JSON_RPC_CODES.unsupportedVersion,
      message: `Unsupported protocol version. Supported: ${SUPPORTED.join(", ")}.`,
      data: { supported: SUPPORTED, requested: unsupported },
    };
  if (!isModern(request, header)) return undefined;
  if (inBody === undefined || clientCapabilities === undefined)
    return {
      code: JSON_RPC_CODES.invalidParams,
      message: `params._meta needs ${META_PREFIX}protocolVersion and ${META_PREFIX}clientCapabilities.`,
    };
  return findHeaderMismatch(
    { "MCP-Protocol-Version": inBody, "Mcp-Method": request.method, ...nameHeader(request) },
    header,
  );
}

const nameHeader = ({ method, params }: McpRequest): Record<string, string> =>
  method === "tools/call" && typeof params["name"] === "string" ? { "Mcp-Name": params["name"] } : {};

function findHeaderMismatch(
  expected: Record<string, string>,
  header: HeaderReader,
): VersionProblem | undefined {
  const wrong = Object.entries(expected).find(([name, value]) => decodeHeader(header(name)) !== value);
  if (!wrong) return undefined;
  const [name, value] = wrong;
  return {
    code: JSON_RPC_CODES.headerMismatch,
    message: `The header ${name} must be the same as in the body: ${JSON.stringify(value)}.`,
  };
}

/** Decodes the value of a header: text that is not ASCII is sent in Base64. */
function decodeHeader(value: string | undefined): string | undefined {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value ?? "") ?? [];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString();
}
