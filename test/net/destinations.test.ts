import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { parseAllowList } from "../../src/net/allow-list.js";
import { createDestinations } from "../../src/net/destinations.js";
import { createResolver } from "../../src/net/resolver.js";
import { type NameServer, type DnsReply, startNameServer } from "../helpers/name-server.js";

const HOSTS = `
127.0.0.1 localhost
10.1.2.3  Receiver receiver.internal # and no other
10.1.2.4  commented.internal#
# 10.1.2.5 gone.internal
`;

const NAMES: Record<string, DnsReply> = {
  "public.example.com": { addresses: ["93.184.215.14", "2606:2800:21f:cb07::1"] },
  "private.example.com": { addresses: ["10.1.2.3"] },
  "mixed.example.com": { addresses: ["93.184.215.14", "fd00::1"] },
  "alias.example.com": { alias: "public.example.net", addresses: ["93.184.215.14"] },
  "inward.example.com": { alias: "intranet.example.net", addresses: ["192.168.0.1"] },
  "metadata.example.com": { addresses: ["169.254.169.254"] },
  "azure.example.com": { addresses: ["168.63.129.16"] },
  "xn--bcher-kva.example.com": { addresses: ["10.1.2.3"] },
  "failing.example.com": { code: 2 },
  "silent.example.com": { silent: true },
};

const test = anyTest as TestFn<{
  server: NameServer;
  refusal: (url: string, allow?: string, mostMs?: number) => Promise<string | undefined>;
}>;

let server: NameServer;
let directory: string;

test.before(async () => {
  server = await startNameServer((name) => NAMES[name] ?? { code: 3 });
  directory = await mkdtemp(join(tmpdir(), "debrief-hosts-"));
  await writeFile(join(directory, "hosts"), HOSTS);
});

test.after.always(async () => {
  server?.close();
  await rm(directory, { recursive: true });
});

test.beforeEach((t) => {
  const options = { servers: [server.address], hostsFile: join(directory, "hosts") };
  const refusal = async (url: string, allow = "", mostMs = 3000): Promise<string | undefined> => {
    const destinations = createDestinations(
      parseAllowList(allow),
      createResolver({ ...options, timeoutMs: mostMs }),
    );
    try {
      return await destinations.findRefusal(url);
    } finally {
      destinations.close();
    }
  };
  t.context = { server, refusal };
});

const PUBLIC = "must be a public address";
const HTTPS = "must be https";

test("a webhook's URL is https", async (t) => {
  const { refusal } = t.context;
  t.is(await refusal("https://public.example.com/hook?a=b#c"), undefined);
  t.is(await refusal("https://93.184.215.14:8443"), undefined);
  t.is(await refusal("https://[2606:2800:21f:cb07::1]/"), undefined);
  for (const url of ["http://public.example.com/", "http://93.184.215.14/", "http://unknown.test/"])
    t.is(await refusal(url), HTTPS, url);
  for (const url of [
    "ftp://public.example.com",
    "file:///etc/passwd",
    "data:,x",
    "unix:/run/x.sock",
  ])
    t.is(await refusal(url), HTTPS, url);
});

test("a webhook's URL is a URL with a host and without credentials", async (t) => {
  const { refusal } = t.context;
  for (const url of ["", "example.com", "/hook", "https://", "https:///", "https://exa mple.com/"])
    t.is(await refusal(url), "must be a URL", url);
  for (const url of [
    "https://1.2.3.256/",
    "https://[fe80::1%25eth0]/",
    "https://[::1/",
    "https://a:99999/",
  ])
    t.is(await refusal(url), "must be a URL", url);
  for (const user of ["user@", "user:secret@", ":secret@", "a%40b@"])
    t.is(
      await refusal(`https://${user}public.example.com/`),
      "must not hold a user name or password",
    );
});

test("a name is refused for any forbidden address that it has, which is not told", async (t) => {
  const { refusal } = t.context;
  for (const name of ["private", "mixed", "inward", "metadata", "azure", "bücher", "BÜCHER"])
    t.is(await refusal(`https://${name}.example.com/`), PUBLIC, name);
  for (const name of [
    "public.example.com.",
    "PUBLIC.example.com",
    "ｐublic。example.com",
    "alias.example.com",
  ])
    t.is(await refusal(`https://${name}/`), undefined, name);
});

test("a name that cannot be looked up may be saved", async (t) => {
  const { refusal } = t.context;
  for (const name of ["unknown", "failing"])
    t.is(await refusal(`https://${name}.example.com/`), undefined, name);
  const silent = "silent.example.com";
  t.is(await refusal(`https://${silent}/`, "", 50), undefined);
  t.is(await refusal(`http://${silent}/`, "10.0.0.0/8", 50), HTTPS);
  t.is(await refusal(`http://${silent}/`, silent, 50), undefined);
});

test("localhost and names of the hosts file are only for whom the operator allows", async (t) => {
  const { refusal } = t.context;
  for (const host of [
    "localhost",
    "localhost.",
    "LocalHost",
    "a.b.localhost",
    "ｌocalhost",
    "127.1",
  ]) {
    t.is(await refusal(`https://${host}/`), PUBLIC, host);
    t.is(
      await refusal(`https://${host}/`, "10.0.0.0/8, 127.0.0.0/31"),
      host === "127.1" ? undefined : PUBLIC,
    );
    t.is(await refusal(`http://${host}:90/`, "127.0.0.0/8, ::1"), undefined, host);
  }
  t.is(await refusal("http://localhost:90/", "localhost"), undefined);
  t.is(await refusal("http://a.localhost:90/", "localhost"), PUBLIC);
  t.is(await refusal("http://receiver/", "receiver"), undefined);
  t.is(await refusal("http://commented.internal/", "Commented.Internal."), undefined);
  t.is(await refusal("http://receiver.internal/", "10.0.0.0/8"), HTTPS, "no allowed name");
  const { queriedNames } = t.context.server;
  t.deepEqual(queriedNames.filter((question) => /receiver|commented/.test(question)).toSorted(), [
    "A receiver.internal",
    "AAAA receiver.internal",
  ]);
});

test("what the operator allows may be private and plain http", async (t) => {
  const { refusal } = t.context;
  t.is(await refusal("http://private.example.com/", "private.example.com"), undefined);
  t.is(await refusal("http://private.example.com/", "10.0.0.0/8"), undefined);
  t.is(await refusal("http://private.example.com:81/", "private.example.com:80"), PUBLIC);
  t.is(await refusal("http://private.example.com/", "private.example.com:80"), undefined);
  t.is(await refusal("https://private.example.com/", "private.example.com:443"), undefined);
  t.is(await refusal("http://mixed.example.com/", "fd00::/8"), HTTPS);
  t.is(await refusal("https://mixed.example.com/", "fd00::/8"), undefined);
  t.is(await refusal("http://[fd00::2]:8080/", "[FD00:0::2]:8080"), undefined);
  t.is(await refusal("http://[fd00::2]/", "[fd00::2]:8080"), PUBLIC);
  t.is(await refusal("http://private.example.com/", "10.1.2.3"), undefined);
  t.is(
    await refusal("http://x:y@private.example.com/", "10.0.0.0/8"),
    "must not hold a user name or password",
  );
});

test("what the operator allows is a web server", async (t) => {
  const { refusal } = t.context;
  for (const scheme of ["ftp", "ws", "wss", "gopher"])
    t.is(await refusal(`${scheme}://private.example.com/`, "private.example.com"), HTTPS, scheme);
});

test("link-local and metadata addresses stay refused whatever is allowed", async (t) => {
  const { refusal } = t.context;
  const everything = "0.0.0.0/0, ::/0, 169.254.169.254, metadata.example.com, azure.example.com";
  const hosts = ["metadata.example.com", "azure.example.com", "169.254.169.254", "[fe80::1]"];
  const forms = [
    "[::ffff:169.254.169.254]",
    "[fd00:ec2::254]",
    "[64:ff9b::a9fe:a9fe]",
    "0xa9fea9fe",
  ];
  for (const host of [...hosts, ...forms])
    for (const scheme of ["http", "https"])
      t.is(await refusal(`${scheme}://${host}/`, everything), PUBLIC, host);
});
