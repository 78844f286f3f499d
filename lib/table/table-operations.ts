import type { DescribeTableCommandInput, DescribeTableCommandOutput } from "@aws-sdk/client-dynamodb";
import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  BatchWriteCommandInput,
  BatchWriteCommandOutput,
  DeleteCommandInput,
  DeleteCommandOutput,
  GetCommandInput,
  GetCommandOutput,
  PutCommandInput,
  PutCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  ScanCommandInput,
  ScanCommandOutput,
  TransactWriteCommandInput,
  TransactWriteCommandOutput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from "@aws-sdk/lib-dynamodb";

interface Types<I, O> {
  input: I;
  output: Omit<O, "$metadata">;
}

/** The operations of DynamoDB that are used, with the SDK's types of their requests and responses. */
export interface TableOperations {
  BatchGetItem: Types<BatchGetCommandInput, BatchGetCommandOutput>;
  BatchWriteItem: Types<BatchWriteCommandInput, BatchWriteCommandOutput>;
  DeleteItem: Types<DeleteCommandInput, DeleteCommandOutput>;
  DescribeTable: Types<DescribeTableCommandInput, DescribeTableCommandOutput>;
  GetItem: Types<GetCommandInput, GetCommandOutput>;
  PutItem: Types<PutCommandInput, PutCommandOutput>;
  Query: Types<QueryCommandInput, QueryCommandOutput>;
  Scan: Types<ScanCommandInput, ScanCommandOutput>;
  TransactWriteItems: Types<TransactWriteCommandInput, TransactWriteCommandOutput>;
  UpdateItem: Types<UpdateCommandInput, UpdateCommandOutput>;
}
