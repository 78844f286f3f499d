/**
 * All permissions of functions, as `resource:Action` with the exact name of the IAM action.
 * A TransactWriteItems needs the action of each of its parts (PutItem, UpdateItem, DeleteItem, ConditionCheckItem),
 * a TransactGetItems or GetItem needs GetItem. `index` is every index of the table. A SendEmail with raw content needs SendRawEmail, too.
 */
export const PERMISSIONS = [
  "table:GetItem",
  "table:BatchGetItem",
  "table:Query",
  "table:PutItem",
  "table:BatchWriteItem",
  "table:UpdateItem",
  "table:DeleteItem",
  "table:ConditionCheckItem",
  "index:Query",
  "events:SendMessage",
  "deliveries:SendMessage",
  "timers:SendMessage",
  "calendarWrites:SendMessage",
  "calendars:SendMessage",
  "mails:SendMessage",
  "paymentDeadLetters:SendMessage",
  "secrets:Encrypt",
  "secrets:Decrypt",
  "cursors:GenerateMac",
  "oidcSecret:GetSecretValue",
  "smtpSecret:GetSecretValue",
  "mailIdentity:SendEmail",
  "mailIdentity:SendRawEmail",
] as const;

export type Permission = (typeof PERMISSIONS)[number];
