import test from "ava";
import got from "got";
import { createRandom, type Random } from "../../src/demo/random.js";
import { parseAllowList } from "../../src/base/net/allow-list.js";
import { DestinationNotAllowedError } from "../../src/base/net/destination-policy.js";
import { createDestinations } from "../../src/base/net/destinations.js";
import { createResolver } from "../../src/base/net/resolver.js";
import { startListener } from "../helpers/net/listener.js";
import { type NameServer, type DnsReply, startNameServer } from "../helpers/net/name-server.js";

const ANSWERS = Number(process.env["ANSWERS"] ?? 50);
const SEED = Number(process.env["SEED"] ?? 20_261_121);

const PUBLIC = ["93.184.215.14", "151.101.1.6", "2606:2800:21f:cb07::1", "2a04:4e42::67"];
// Addresses that reach this machine, and other forbidden destinations.
const LOOPBACK = ["127.0.0.1", "0:0:0:0:0:ffff:7f00:1", "0.0.0.0"];
const FORBIDDEN = [
  "10.0.0.1",
  "169.254.169.254",
  "::1",
  "fe80::1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
];

/** Returns the addresses of a rebound name: at least one of this machine, mixed with others. */
const sampleRebound = (random: Random): string[] => {
  const others = random.sample([...PUBLIC, ...FORBIDDEN, ...LOOPBACK], random.int(0, 4));
  return random.sample([...others, random.pick(LOOPBACK)], 5);
};

const createAgents = (server: NameServer, allow: string) =>
  createDestinations(parseAllowList(allow), createResolver({ servers: [server.address] }));

const post = async (
  url: string,
  agent: ReturnType<typeof createAgents>["agents"],
): Promise<string> => {
  const options = { agent, body: "{}", retry: { limit: 0 }, timeout: { request: 10_000 } };
  return got.post(url, options).text();
};

test("a name that resolves to forbidden addresses after saving gets no connection", async (t) => {
  const random = createRandom(SEED);
  const replies = new Map<string, DnsReply>();
  const server = await startNameServer((name) => replies.get(name) ?? { code: 3 });
  t.teardown(() => server.close());
  const listener = await startListener();
  t.teardown(() => listener.close());
  const destinations = createAgents(server, "");
  t.teardown(() => destinations.close());
  let mixtures = 0;
  for (let count = 0; count < ANSWERS; count += 1) {
    const name = `r${count}.example.com`;
    const scheme = random.chance(0.8) ? "https" : "http";
    const url = `${scheme}://${name}${random.pick(["", "."])}:${listener.port}/`;
    const alias = (): { alias?: string } =>
      random.chance(0.3) ? { alias: `a${count}.example.net` } : {};
    replies.set(name, { addresses: random.sample(PUBLIC, random.int(1, 4)), ...alias() });
    t.is(await destinations.findRefusal(url), scheme === "https" ? undefined : "must be https");
    const addresses = sampleRebound(random);
    if (addresses.some((address) => PUBLIC.includes(address))) mixtures += 1;
    replies.set(name, { addresses, ...alias() });
    const error = await t.throwsAsync(post(url, destinations.agents));
    t.true(
      error?.cause instanceof DestinationNotAllowedError,
      `${error?.message} ${addresses.join()}`,
    );
    t.is(await destinations.findRefusal(url), "must be a public address");
  }
  t.log(`${ANSWERS} rebound answers (${mixtures} of them with public addresses too), seed ${SEED}`);
  t.log(`${listener.sockets.length} forbidden connections`);
  t.is(listener.sockets.length, 0);
});

test("the connection uses the address that was checked", async (t) => {
  const listener = await startListener();
  t.teardown(() => listener.close());
  // A second lookup would return 127.0.0.9, where nothing listens.
  const nextAddresses = ["127.0.0.1", "127.0.0.9"];
  const server = await startNameServer((_name, type) =>
    type === "A" ? { addresses: [nextAddresses.shift() ?? "127.0.0.9"] } : {},
  );
  t.teardown(() => server.close());
  const destinations = createAgents(server, `127.0.0.1:${listener.port}`);
  t.teardown(() => destinations.close());
  t.is(await post(`http://once.example.com:${listener.port}/`, destinations.agents), "received");
  t.deepEqual(server.queriedNames.toSorted(), ["A once.example.com", "AAAA once.example.com"]);
  t.is(listener.sockets.length, 1);
});

test("a forbidden address in a URL gets no connection, however spelled", async (t) => {
  const server = await startNameServer(() => ({ addresses: ["127.0.0.1"] }));
  t.teardown(() => server.close());
  const listener = await startListener();
  t.teardown(() => listener.close());
  const destinations = createAgents(server, "");
  t.teardown(() => destinations.close());
  const hosts = ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "127.0.0.1.", "0"];
  const others = ["[::1]", "[::ffff:127.0.0.1]", "[::]", "localhost", "LOCALHOST.", "a.localhost"];
  for (const host of [...hosts, ...others])
    for (const scheme of ["http", "https"]) {
      const url = `${scheme}://${host}:${listener.port}/`;
      const error = await t.throwsAsync(post(url, destinations.agents), undefined, url);
      t.true(error?.cause instanceof DestinationNotAllowedError, `${url} ${error?.message}`);
      t.is(error?.message, "must be a public address");
    }
  t.deepEqual(server.queriedNames, [], "localhost needs no name server");
  t.is(listener.sockets.length, 0);
});

test("plain http to a name needs the allow-list to contain all its addresses", async (t) => {
  const listener = await startListener();
  t.teardown(() => listener.close());
  const addresses = ["127.0.0.1"];
  const server = await startNameServer(() => ({ addresses }));
  t.teardown(() => server.close());
  const destinations = createAgents(server, "127.0.0.0/8");
  t.teardown(() => destinations.close());
  const url = `http://mixed.example.com:${listener.port}/`;
  t.is(await destinations.findRefusal(url), undefined);
  t.is(await post(url, destinations.agents), "received");
  destinations.agents.http.destroy();
  addresses.push("2606:2800:21f:cb07::1");
  t.is(await destinations.findRefusal(url), "must be https");
  const error = await t.throwsAsync(post(url, destinations.agents));
  t.is(error?.message, "must be https");
  t.is(listener.sockets.length, 1);
});
