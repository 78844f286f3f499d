import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";

/** The address and port of a requested connection. */
interface Dial {
  address: string;
  port: number;
}

type Connect = (request: object, address: string, port: number) => number;
/** The internal handle of a socket of Node.js, which calls the operating system. */
interface Handle {
  connect: Connect;
  connect6: Connect;
}

const inRecordedCall = new AsyncLocalStorage<boolean>();

/** Makes a call whose connections are recorded. A cloud that other files of this worker share has connections of its own at any time. */
export const dial = <T>(call: () => T): T => inRecordedCall.run(true, call);

/**
 * Records every TCP connection of calls with {@link dial} until the test ends, and connects it to a local port instead,
 * so that nothing leaves this machine.
 */
export async function recordDials(instead: number): Promise<Dial[]> {
  const dials: Dial[] = [];
  const handles = await handlePrototype();
  const { connect, connect6 } = handles;
  const recorded: Connect = function recorded(this: Handle, ...[request, address, port]) {
    if (!inRecordedCall.getStore()) {
      const original = address.includes(":") ? connect6 : connect;
      return original.call(this, request, address, port);
    }
    dials.push({ address, port });
    return connect.call(this, request, "127.0.0.1", instead);
  };
  Object.assign(handles, { connect: recorded, connect6: recorded });
  onTestFinished(() => void Object.assign(handles, { connect, connect6 }));
  return dials;
}

/** All TCP sockets share one prototype; that of a server exists without a connection. */
async function handlePrototype(): Promise<Handle> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { _handle: handle } = server as unknown as { _handle: object };
  server.close();
  return Object.getPrototypeOf(handle) as Handle;
}
