import * as z from "zod";

/** The outputs of the stack that the command line, the local cloud and the tests use. */
export const Outputs = z.object({
  TableName: z.string(),
  EventsQueueUrl: z.string(),
  DeliveriesQueueUrl: z.string(),
  TimersQueueUrl: z.string(),
  CalendarWritesQueueUrl: z.string(),
  PaymentsQueueUrl: z.string(),
  CalendarsQueueUrl: z.string(),
  EventsDeadLettersUrl: z.string(),
  DeliveriesDeadLettersUrl: z.string(),
  TimersDeadLettersUrl: z.string(),
  CalendarWritesDeadLettersUrl: z.string(),
  PaymentsDeadLettersUrl: z.string(),
  CalendarsDeadLettersUrl: z.string(),
  StreamDeadLettersUrl: z.string(),
  SecretsKeyId: z.string(),
  MailsQueueUrl: z.string().exactOptional(),
  MailsDeadLettersUrl: z.string().exactOptional(),
  MailFeedbackQueueUrl: z.string().exactOptional(),
  MailFeedbackDeadLettersUrl: z.string().exactOptional(),
  /** "0" if password sign-in is disabled. */
  PasswordSignIn: z.string().exactOptional(),
});
export type Outputs = z.output<typeof Outputs>;

/** The outputs of the stack, with the address of the service. */
export const ServiceOutputs = Outputs.extend({ BaseUrl: z.string() });
