import * as z from "zod";

/** A secret's full ARN, with the six characters at its end, so that a role allows only this secret. */
export const SecretArn = z
  .string()
  .regex(
    /^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/,
    "is the whole ARN of a secret, with the six letters at its end",
  )
  .optional();

/** The ARN of a multi-Region key. */
export const MultiRegionKeyArn = z
  .string()
  .regex(
    /^arn:aws[\w-]*:kms:[\w-]+:\d{12}:key\/mrk-[\da-f]{32}$/,
    "must be the ARN of a multi-Region key, whose id begins with mrk-",
  )
  .optional();

/** The ARN of a table's stream, which also contains the table. */
export const TableStreamArn = z
  .string()
  .regex(
    /^arn:aws[\w-]*:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
    "must be the ARN of a table's stream, which `aws dynamodb describe-table` calls LatestStreamArn",
  )
  .optional();
