import type { APIGatewayProxyEvent } from "aws-lambda";
import { Failure } from "#lib/failures.ts";
import { isObject } from "#lib/platform/is-object.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { headerOf } from "./headers.ts";

/** The versions of the resource that the client accepts (If-Match); undefined for any version. */
export interface IfMatch {
  ifMatch?: readonly number[] | undefined;
}

/**
 * Parses the If-Match header of a request. Only the version in a tag is compared, so a tag of any representation of the resource is accepted;
 * weak and unknown tags match nothing (RFC 9110 §13.1.1).
 */
export function parseIfMatch(event: Pick<APIGatewayProxyEvent, "headers">): IfMatch {
  const text = headerOf(event, "if-match");
  if (text === undefined || text.trim() === "*") return {};
  return { ifMatch: tagsIn(text).flatMap(versionIn) };
}

/**
 * Requires that a resource has a version that the client accepts. The following write must have a condition on this version.
 *
 * @throws {Failure} `precondition_failed`
 */
export function requireMatch({ ifMatch }: IfMatch, { version }: { version: number }): void {
  if (ifMatch && !ifMatch.includes(version))
    throw new Failure(
      "precondition_failed",
      "The resource has changed. Read it again, then retry with the new ETag.",
    );
}

/**
 * Returns the entity tag of a response: the version of the resource in the result of the use case, and a digest of the response text. Callers
 * who can access different fields get different tags.
 */
export function entityTag(result: unknown, text: string): string {
  const digest = sha256(text).slice(0, DIGEST_LENGTH);
  const version = versionOf(result);
  return version === undefined ? `"${digest}"` : `"${version}.${digest}"`;
}

/** The version of the one versioned resource in the result of a use case. */
function versionOf(result: unknown): unknown {
  const candidates = isObject(result) ? [result, ...Object.values(result)] : [];
  return candidates.filter(isObject).find(({ version }) => Number.isInteger(version))?.["version"];
}

/** Whether the client already has this representation (If-None-Match, RFC 9110 §13.1.2). */
export function isCurrentCopy(event: Pick<APIGatewayProxyEvent, "headers">, tag: string): boolean {
  const text = headerOf(event, "if-none-match");
  if (text === undefined) return false;
  return text.trim() === "*" || tagsIn(text).some((sent) => sent.replace(/^W\//, "") === tag);
}

/** 128 bits. */
const DIGEST_LENGTH = 22;

/** The version in a tag of {@link entityTag}. */
function versionIn(tag: string): number[] {
  const [, version] = /^"(\d+)\.[^"]+"$/.exec(tag) ?? [];
  return version === undefined ? [] : [Number(version)];
}

const tagsIn = (text: string): string[] => text.match(/(?:W\/)?"[^"]*"/g) ?? [];
