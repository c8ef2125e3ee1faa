import { Agent, createServer } from "node:https";
import type { LookupFunction } from "node:net";
import test from "ava";
import {
  VALID_CERTIFICATE,
  EXPIRED_CERTIFICATE,
  CERTIFICATE_KEY,
} from "../helpers/net/certificates.js";
import {
  listenUntilEnd,
  buildMessage,
  createTestSender,
  startSocketReceiver,
} from "../helpers/webhooks/socket-receivers.js";

/** Resolves every name to this machine. */
const lookup: LookupFunction = (_name, { all }, callback) =>
  all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);

for (const { name, host = "receiver.example", cert = VALID_CERTIFICATE, ca, error } of [
  { name: "that is trusted and fits the host", ca: VALID_CERTIFICATE, error: null },
  {
    name: "for another name",
    host: "other.example",
    ca: VALID_CERTIFICATE,
    error: "certificate: not for this host name",
  },
  {
    name: "without the requested address",
    host: "127.0.0.1",
    ca: VALID_CERTIFICATE,
    error: "certificate: not for this host name",
  },
  { name: "without a trusted issuer", error: "certificate: self-signed" },
  {
    name: "that has expired",
    cert: EXPIRED_CERTIFICATE,
    ca: EXPIRED_CERTIFICATE,
    error: "certificate: expired",
  },
])
  test(`a certificate ${name} is ${error === null ? "accepted" : `rejected with "${error}"`}`, async (t) => {
    let requests = 0;
    const server = createServer({ key: CERTIFICATE_KEY, cert }, (_request, response) => {
      requests += 1;
      response.end();
    });
    const { port } = new URL(await listenUntilEnd(t, server));
    const { send } = createTestSender(t, undefined, {
      https: new Agent({ lookup, ...(ca && { ca }) }),
    });
    const outcome = await send(buildMessage(`https://${host}:${port}/hook`));
    t.like(outcome, { delivered: error === null, status: error === null ? 200 : null, error });
    t.is(requests, error === null ? 1 : 0);
  });

test('a receiver without TLS gets the error "no TLS connection"', async (t) => {
  const { url, waitForClosed } = await startSocketReceiver(t, (socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  });
  const outcome = await createTestSender(t).send(buildMessage(url.replace("http:", "https:")));
  t.like(outcome, { delivered: false, status: null, error: "no TLS connection" });
  t.is((await waitForClosed()).length, 1);
});

test("a hanging TLS handshake ends at the timeout", async (t) => {
  const { url, waitForClosed } = await startSocketReceiver(t, (socket) => void socket.resume());
  const outcome = await createTestSender(t, 200).send(buildMessage(url.replace("http:", "https:")));
  t.like(outcome, { delivered: false, status: null, error: "timed out after 0.2 s" });
  t.is((await waitForClosed()).length, 1);
});
