import * as z from "zod";

/** The field `message` of a response. */
export const Message = z.string().describe("Result of the request, for people. Can change.");
