import { once } from "node:events";
import { rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import test from "ava";
import got from "got";
import { parseAllowList } from "../../src/base/net/allow-list.js";
import { DestinationNotAllowedError } from "../../src/base/net/destination-policy.js";
import { createDestinations, type Destinations } from "../../src/base/net/destinations.js";
import { createResolver } from "../../src/base/net/resolver.js";
import { startListener } from "../helpers/net/listener.js";
import { startNameServer } from "../helpers/net/name-server.js";

const post = async (url: string, { agents }: Destinations): Promise<string> => {
  const options = { agent: agents, body: "{}", retry: { limit: 0 } };
  return got.post(url, options).text();
};

const listIdleSockets = ({ agents }: Destinations): Socket[] =>
  Object.values(agents.http.freeSockets).flatMap((sockets) => sockets ?? []);

const createLoopback = (): Destinations =>
  createDestinations(parseAllowList("127.0.0.1, localhost"));

/** Answers once so many requests have arrived. */
const answerTogether = (count: number) => {
  const waiting: (() => void)[] = [];
  return startListener((_request, response) => {
    waiting.push(() => response.end("received"));
    if (waiting.length === count) for (const answer of waiting.splice(0)) answer();
  });
};

test("64 deliveries to one receiver run at once, and their connections are reused", async (t) => {
  const listener = await answerTogether(64);
  t.teardown(() => listener.close());
  const destinations = createLoopback();
  t.teardown(() => destinations.close());
  const url = `http://127.0.0.1:${listener.port}/`;
  for (let round = 0; round < 2; round += 1)
    await Promise.all(Array.from({ length: 64 }, () => post(url, destinations)));
  t.is(listener.sockets.length, 64);
});

test("an allowed localhost is any loopback address that answers", async (t) => {
  const listener = await startListener();
  t.teardown(() => listener.close());
  const destinations = createLoopback();
  t.teardown(() => destinations.close());
  t.is(await post(`http://localhost:${listener.port}/`, destinations), "received");
});

test("an idle connection closes before its receiver would close it", async (t) => {
  const listener = await startListener();
  t.teardown(() => listener.close());
  const destinations = createLoopback();
  t.teardown(() => destinations.close());
  await post(`http://127.0.0.1:${listener.port}/`, destinations);
  await once(listIdleSockets(destinations)[0]!, "close");
  t.is(listIdleSockets(destinations).length, 0);
});

test("a quiet connection stays open while it is in use", async (t) => {
  const listener = await startListener();
  t.teardown(() => listener.close());
  const destinations = createLoopback();
  t.teardown(() => destinations.close());
  const url = `http://127.0.0.1:${listener.port}/`;
  await post(url, destinations);
  const [socket] = listIdleSockets(destinations);
  t.is(socket?.timeout, 1000);
  const second = post(url, destinations);
  await once(listener.server, "request");
  t.is(socket?.timeout, 0);
  t.is(await second, "received");
  t.is(listener.sockets.length, 1);
});

test("a dead connection is never reused", async (t) => {
  const listener = await answerTogether(2);
  t.teardown(() => listener.close());
  const destinations = createLoopback();
  t.teardown(() => destinations.close());
  const url = `http://127.0.0.1:${listener.port}/`;
  const postTwice = async () => Promise.all([post(url, destinations), post(url, destinations)]);
  await postTwice();
  listIdleSockets(destinations)[1]!.destroy();
  t.deepEqual(await postTwice(), ["received", "received"]);
  t.is(listener.sockets.length, 3);
});

test("TLS requests the host name of the URL, at the address that was allowed", async (t) => {
  const server = await startNameServer((_name, type) =>
    type === "A" ? { addresses: ["127.0.0.1"] } : {},
  );
  t.teardown(() => server.close());
  const names: string[] = [];
  const receiver = createTlsServer({
    SNICallback: (name, done) => {
      names.push(name);
      done(new Error("no certificate"));
    },
  });
  t.teardown(() => receiver.close());
  receiver.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as { port: number };
  const resolver = createResolver({ servers: [server.address] });
  const destinations = createDestinations(parseAllowList(`127.0.0.1:${port}`), resolver);
  t.teardown(() => destinations.close());
  for (const host of ["hooks.example.com", "hooks.example.com."])
    await t.throwsAsync(post(`https://${host}:${port}/`, destinations));
  t.deepEqual(names, ["hooks.example.com", "hooks.example.com"]);
});

test("a Unix socket is never a destination", async (t) => {
  const path = join(tmpdir(), `debrief-${process.pid}.sock`);
  const listener = createServer();
  t.teardown(() => listener.close());
  let connections = 0;
  listener.on("connection", (socket) => {
    connections += 1;
    socket.destroy();
  });
  listener.listen(path);
  await once(listener, "listening");
  const destinations = createDestinations(parseAllowList(""));
  t.teardown(() => destinations.close());
  const [error] = await once(
    request({ socketPath: path, agent: destinations.agents.http }).end(),
    "error",
  );
  t.true(error instanceof DestinationNotAllowedError);
  t.is(connections, 0);
  await rm(path, { force: true });
});

test("a failed name lookup is an error with the name", async (t) => {
  const server = await startNameServer((name) =>
    name.startsWith("no") ? { code: 3 } : { silent: true },
  );
  t.teardown(() => server.close());
  const loadError = async (url: string, timeoutMs: number): Promise<string | undefined> => {
    const resolver = createResolver({ servers: [server.address], timeoutMs: timeoutMs });
    const destinations = createDestinations(parseAllowList(""), resolver);
    const error = await t.throwsAsync(post(url, destinations));
    destinations.close();
    return error?.message;
  };
  t.is(await loadError("https://no.example/", 3000), "no.example cannot be looked up (ENOTFOUND)");
  t.is(await loadError("https://mute.example/", 50), "mute.example cannot be looked up (ETIMEOUT)");
});
