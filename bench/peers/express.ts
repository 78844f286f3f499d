import serverlessExpress, { getCurrentInvoke } from "@codegenie/serverless-express";
import express from "express";
import { bookFor, problemFor } from "./booking-job.ts";

const app = express();
app.use(express.json());
app.post("/bookings", async (request, response) => {
  response.json(await bookFor(getCurrentInvoke().event, request.body));
});
app.use(
  (error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
    const problem = problemFor(error);
    response.status(problem.status).json(problem);
  },
);

/** Books with Express. */
export const handler = serverlessExpress({ app });
