import type { APIGatewayProxyEvent } from "aws-lambda";
import { Failure } from "./failures.ts";
import { headerOf } from "./headers.ts";

/** The versions a caller takes the addressed resource to have (If-Match); without them any will do. */
export interface Expected {
  ifMatch?: readonly number[] | undefined;
}

/**
 * The condition a request makes with If-Match. An entity tag is the version of a resource, in quotes; weak and unknown tags
 * match nothing (RFC 9110 §13.1.1).
 */
export function expectedBy(event: Pick<APIGatewayProxyEvent, "headers">): Expected {
  const text = headerOf(event, "If-Match");
  if (text === undefined || text.trim() === "*") return {};
  return { ifMatch: tagsIn(text).flatMap((tag) => (/^"\d+"$/.test(tag) ? [Number(tag.slice(1, -1))] : [])) };
}

/**
 * Requires that a resource is as the caller takes it to be. The write that follows must be guarded by that version.
 *
 * @throws {Failure} `precondition_failed`
 */
export function requireMatch({ ifMatch }: Expected, { version }: { version: number }): void {
  if (ifMatch && !ifMatch.includes(version))
    throw new Failure("precondition_failed", "The resource has changed since: read it again.", {
      headers: { ETag: tagOf(version) },
    });
}

/** The entity tag of the one versioned resource in an answer; undefined when there is none. */
export function entityTag(answer: unknown): string | undefined {
  const candidates = isObject(answer) ? [answer, ...Object.values(answer)] : [];
  const resource = candidates.filter(isObject).find(({ version }) => Number.isInteger(version));
  return resource && tagOf(resource["version"]);
}

/** Whether the caller has this very representation already (If-None-Match, RFC 9110 §13.1.2). */
export function isKnown(event: Pick<APIGatewayProxyEvent, "headers">, tag: string): boolean {
  const text = headerOf(event, "If-None-Match");
  if (text === undefined) return false;
  return text.trim() === "*" || tagsIn(text).some((known) => known.replace(/^W\//, "") === tag);
}

const tagOf = (version: unknown): string => `"${version}"`;
const tagsIn = (text: string): string[] => text.match(/(?:W\/)?"[^"]*"/g) ?? [];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
