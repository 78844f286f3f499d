import "reflect-metadata";
import serverlessExpress, { getCurrentInvoke } from "@codegenie/serverless-express";
import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  HttpCode,
  Module,
  Post,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { Response } from "express";
import { bookFor, problemFor } from "./booking-job.ts";

@Controller("bookings")
class BookingsController {
  @Post()
  @HttpCode(200)
  create(@Body() body: unknown) {
    return bookFor(getCurrentInvoke().event, body);
  }
}

@Module({ controllers: [BookingsController] })
class AppModule {}

@Catch()
class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost) {
    const problem = problemFor(error);
    host.switchToHttp().getResponse<Response>().status(problem.status).json(problem);
  }
}

const app = await NestFactory.create(AppModule, { logger: false });
app.useGlobalFilters(new ProblemFilter());
await app.init();

/** Books with NestJS on Express. */
export const handler = serverlessExpress({ app: app.getHttpAdapter().getInstance() });
