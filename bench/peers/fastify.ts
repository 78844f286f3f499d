import awsLambdaFastify from "@fastify/aws-lambda";
import type { APIGatewayProxyEvent } from "aws-lambda";
import Fastify from "fastify";
import { bookFor, problemFor } from "./booking-job.ts";

const app = Fastify();
app.post("/bookings", (request) => {
  const { event } = (request as unknown as { awsLambda: { event: APIGatewayProxyEvent } }).awsLambda;
  return bookFor(event, request.body);
});
app.setErrorHandler(async (error, _request, reply) => {
  const problem = problemFor(error);
  return reply.status(problem.status).send(problem);
});

/** Books with Fastify. */
export const handler = awsLambdaFastify(app, { decorateRequest: true });
await app.ready();
