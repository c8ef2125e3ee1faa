import { Agent, createServer } from "node:https";
import type { LookupFunction } from "node:net";
import test from "ava";
import { certificate, expired, key } from "./helpers/certificates.js";
import { listen, messageTo, sender, socketReceiver } from "./helpers/receivers.js";

/** Every name is this machine. */
const lookup: LookupFunction = (_name, { all }, callback) =>
  all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);

for (const { name, host = "receiver.example", cert = certificate, ca, error } of [
  { name: "that is trusted and names the host", ca: certificate, error: null },
  {
    name: "of another name",
    host: "other.example",
    ca: certificate,
    error: "certificate: not for this host name",
  },
  {
    name: "of no address",
    host: "127.0.0.1",
    ca: certificate,
    error: "certificate: not for this host name",
  },
  { name: "that nobody vouches for", error: "certificate: self-signed" },
  { name: "that is expired", cert: expired, ca: expired, error: "certificate: expired" },
])
  test(`a certificate ${name} is ${error === null ? "accepted" : `told as "${error}"`}`, async (t) => {
    let requests = 0;
    const server = createServer({ key, cert }, (_request, response) => {
      requests += 1;
      response.end();
    });
    const { port } = new URL(await listen(t, server));
    const { send } = sender(t, undefined, { https: new Agent({ lookup, ...(ca && { ca }) }) });
    const outcome = await send(messageTo(`https://${host}:${port}/hook`));
    t.like(outcome, { delivered: error === null, status: error === null ? 200 : null, error });
    t.is(requests, error === null ? 1 : 0);
  });

test("a receiver that does not speak TLS is told so", async (t) => {
  const { url, closed } = await socketReceiver(t, (socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  });
  const outcome = await sender(t).send(messageTo(url.replace("http:", "https:")));
  t.like(outcome, { delivered: false, status: null, error: "no TLS connection" });
  t.is((await closed()).length, 1);
});

test("a TLS handshake that hangs ends at the deadline", async (t) => {
  const { url, closed } = await socketReceiver(t, (socket) => void socket.resume());
  const outcome = await sender(t, 200).send(messageTo(url.replace("http:", "https:")));
  t.like(outcome, { delivered: false, status: null, error: "timed out after 0.2 s" });
  t.is((await closed()).length, 1);
});
