import { once } from "node:events";
import { createServer, get, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import test, { type ExecutionContext } from "ava";
import { Failure } from "../../graph/core/errors.js";
import { HttpCaller } from "../../rest/http-caller.js";

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
  const caller = new HttpCaller(response);
  const { signal } = caller;
  t.false(signal.aborted);
  sent.destroy();
  await once(signal, "abort");
  t.true(signal.reason instanceof Failure);
  t.is((signal.reason as Failure).code, "UNAVAILABLE");
  t.true(caller.hasLeft);
  t.true(new HttpCaller(response).signal.aborted, "a signal that is asked for later has aborted");
});

test("the signal does not abort after the whole answer", async (t) => {
  const { sent, response } = await beginExchange(t);
  const caller = new HttpCaller(response);
  const { signal } = caller;
  const closed = once(response, "close");
  response.end("done");
  const [answer] = (await once(sent, "response")) as [NodeJS.ReadableStream];
  answer.resume();
  await closed;
  t.false(signal.aborted);
  t.false(caller.hasLeft);
  t.false(new HttpCaller(response).signal.aborted);
});
