/** The parts of the SDK's HTTP response that are used here. */
interface HttpResponse {
  statusCode: number;
  body: AsyncIterable<Uint8Array> | Uint8Array;
}

type Next<T> = (request: unknown) => Promise<T>;

/** The middleware stack of a command, which the SDK types differently for each command. */
interface MiddlewareStack {
  add<T>(middleware: (next: Next<T>) => Next<T>, options: object): void;
}

interface Reading<O extends object> {
  /** Takes what it reads out of the text of a successful response; the SDK decodes the text that it returns. */
  take(text: string): string;
  /** What the command returns beside what the SDK has decoded. */
  output?(): O;
}

/** Makes a command read a part of its response itself. The SDK still signs, retries and decodes errors. */
export function readBody<O extends object>(
  command: { middlewareStack: unknown },
  { take, output }: Reading<O>,
): void {
  const stack = command.middlewareStack as MiddlewareStack;
  stack.add<{ response: HttpResponse }>(
    (next) => async (request) => {
      const result = await next(request);
      const { response } = result;
      if (response.statusCode === 200) response.body = Buffer.from(take(await textOf(response.body)));
      return result;
    },
    { step: "deserialize", priority: "low", name: "takeFromBody", override: true },
  );
  if (output)
    stack.add<{ output: object }>(
      (next) => async (request) => {
        const result = await next(request);
        return { ...result, output: { ...result.output, ...output() } };
      },
      { step: "initialize", priority: "high", name: "addToOutput", override: true },
    );
}

async function textOf(body: HttpResponse["body"]): Promise<string> {
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
