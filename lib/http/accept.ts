import type { APIGatewayProxyEvent } from "aws-lambda";
import { Failure } from "./failures.ts";
import { headerOf } from "./headers.ts";

/**
 * Requires that the caller takes an answer of this media type (RFC 9110 §12.5.1); without an Accept header it takes any.
 *
 * @throws {Failure} `not_acceptable`
 */
export function requireAcceptable(event: Pick<APIGatewayProxyEvent, "headers">, type: string): void {
  const accepted = headerOf(event, "Accept");
  if (accepted === undefined || accepted.trim() === "") return;
  const [main] = type.split("/");
  const ranges = accepted
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim().toLowerCase()));
  const qualityOf = (wanted: string): number | undefined => {
    const found = ranges.find(([range]) => range === wanted);
    const quality = found?.slice(1).find((part) => part.startsWith("q="));
    return found && (quality === undefined ? 1 : Number(quality.slice(2)));
  };
  const quality = qualityOf(type) ?? qualityOf(`${main}/*`) ?? qualityOf("*/*") ?? 0;
  if (!(quality > 0)) throw new Failure("not_acceptable", `The answer would be ${type}.`);
}
