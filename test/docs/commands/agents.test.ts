import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/agents.md", {
  description: "the responses to an agent are those of the transcript",
  isRepeated: true,
  output: [
    /"protocolVersion":"2025-11-25","capabilities":\{"tools":\{\}\},"serverInfo":\{"name":"almanac"/,
    /"result":\{"content":\[\{"type":"text","text":"\{\\"slots\\":/,
    /"structuredContent":\{"reservation":\{"uid":"/,
    /the time is reserved until [^ ]*; to use it.*Call create_booking with `reservationUid` \\"/,
    /"structuredContent":\{"booking":\{"id":\d+,.*"status":"ACCEPTED"/,
    /The next free slots start at .* Book one of them, or:\\nCall find_slots and ask the user for another time\./,
    /\\"eventTypeId\\" is required\.\\n\\"start\\" must be an ISO 8601 instant.*Correct the arguments and call the tool again\./,
  ],
});
