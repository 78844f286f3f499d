import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/calendars.md", {
  description: "connects a calendar, closes the slots of a day and lists the busy times",
  isRepeated: true,
  output: [
    /"calendars":\[\{"id":\d+/,
    /"message":"Busy times replaced."/,
    /^\{"slots":\{\}/m,
    /Shift plan[\s\S]*Guide/,
    /T06:00:00.000Z +\d{4}-\d\d-\d\dT18:00:00.000Z/,
  ],
});
