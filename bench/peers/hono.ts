import type { APIGatewayProxyEvent } from "aws-lambda";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { bookFor, problemFor } from "./booking-job.ts";

const app = new Hono<{ Bindings: { event: APIGatewayProxyEvent } }>();
app.post("/bookings", async (context) =>
  context.json(await bookFor(context.env.event, await context.req.json())),
);
app.onError((error, context) => {
  const problem = problemFor(error);
  return context.json(problem, problem.status as ContentfulStatusCode);
});

/** Books with Hono. */
export const handler = handle(app);
