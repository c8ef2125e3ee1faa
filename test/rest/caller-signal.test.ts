import { once } from "node:events";
import { createServer, get, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import test, { type ExecutionContext } from "ava";
import { Failure } from "../../graph/core/errors.js";
import { createCallerSignal } from "../../rest/caller-signal.js";

/** Starts a server and a request to it. Returns the server's side of the response, and the request. */
const beginExchange = async (t: ExecutionContext) => {
  const server = createServer().listen(0, "127.0.0.1");
  t.teardown(() => void server.close());
  await once(server, "listening");
  const sent = get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  sent.on("error", () => {});
  const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
  return { sent, response };
};

test("the signal aborts with a Failure when the caller closes the connection", async (t) => {
  const { sent, response } = await beginExchange(t);
  const signal = createCallerSignal(response);
  t.false(signal.aborted);
  sent.destroy();
  await once(signal, "abort");
  t.true(signal.reason instanceof Failure);
  t.is((signal.reason as Failure).code, "UNAVAILABLE");
});

test("the signal does not abort after the whole answer", async (t) => {
  const { sent, response } = await beginExchange(t);
  const signal = createCallerSignal(response);
  const closed = once(response, "close");
  response.end("done");
  const [answer] = (await once(sent, "response")) as [NodeJS.ReadableStream];
  answer.resume();
  await closed;
  t.false(signal.aborted);
});
