import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { parseAllowList } from "../../src/base/net/allow-list.js";
import { createDestinations } from "../../src/base/net/destinations.js";
import { createResolver } from "../../src/base/net/resolver.js";
import { type NameServer, type DnsReply, startNameServer } from "../helpers/net/name-server.js";

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
  findRefusal: (url: string, allow?: string, timeoutMs?: number) => Promise<string | undefined>;
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
  const findRefusal = async (
    url: string,
    allow = "",
    timeoutMs = 3000,
  ): Promise<string | undefined> => {
    const destinations = createDestinations(
      parseAllowList(allow),
      createResolver({ ...options, timeoutMs }),
    );
    try {
      return await destinations.findRefusal(url);
    } finally {
      destinations.close();
    }
  };
  t.context = { server, findRefusal };
});

const PUBLIC = "must be a public address";
const HTTPS = "must be https";

test("a webhook URL must be https", async (t) => {
  const { findRefusal } = t.context;
  t.is(await findRefusal("https://public.example.com/hook?a=b#c"), undefined);
  t.is(await findRefusal("https://93.184.215.14:8443"), undefined);
  t.is(await findRefusal("https://[2606:2800:21f:cb07::1]/"), undefined);
  for (const url of ["http://public.example.com/", "http://93.184.215.14/", "http://unknown.test/"])
    t.is(await findRefusal(url), HTTPS, url);
  for (const url of [
    "ftp://public.example.com",
    "file:///etc/passwd",
    "data:,x",
    "unix:/run/x.sock",
  ])
    t.is(await findRefusal(url), HTTPS, url);
});

test("a webhook URL needs a host and must not contain credentials", async (t) => {
  const { findRefusal } = t.context;
  for (const url of ["", "example.com", "/hook", "https://", "https:///", "https://exa mple.com/"])
    t.is(await findRefusal(url), "must be a URL", url);
  for (const url of [
    "https://1.2.3.256/",
    "https://[fe80::1%25eth0]/",
    "https://[::1/",
    "https://a:99999/",
  ])
    t.is(await findRefusal(url), "must be a URL", url);
  for (const user of ["user@", "user:secret@", ":secret@", "a%40b@"])
    t.is(
      await findRefusal(`https://${user}public.example.com/`),
      "must not contain a user name or password",
    );
});

test("a name with any forbidden address is refused, without naming the address", async (t) => {
  const { findRefusal } = t.context;
  for (const name of ["private", "mixed", "inward", "metadata", "azure", "bücher", "BÜCHER"])
    t.is(await findRefusal(`https://${name}.example.com/`), PUBLIC, name);
  for (const name of [
    "public.example.com.",
    "PUBLIC.example.com",
    "ｐublic。example.com",
    "alias.example.com",
  ])
    t.is(await findRefusal(`https://${name}/`), undefined, name);
});

test("a webhook with an unresolvable name may be saved", async (t) => {
  const { findRefusal } = t.context;
  for (const name of ["unknown", "failing"])
    t.is(await findRefusal(`https://${name}.example.com/`), undefined, name);
  const silent = "silent.example.com";
  t.is(await findRefusal(`https://${silent}/`, "", 50), undefined);
  t.is(await findRefusal(`http://${silent}/`, "10.0.0.0/8", 50), HTTPS);
  t.is(await findRefusal(`http://${silent}/`, silent, 50), undefined);
});

test("localhost and names of the hosts file need the allow-list", async (t) => {
  const { findRefusal } = t.context;
  for (const host of [
    "localhost",
    "localhost.",
    "LocalHost",
    "a.b.localhost",
    "ｌocalhost",
    "127.1",
  ]) {
    t.is(await findRefusal(`https://${host}/`), PUBLIC, host);
    t.is(
      await findRefusal(`https://${host}/`, "10.0.0.0/8, 127.0.0.0/31"),
      host === "127.1" ? undefined : PUBLIC,
    );
    t.is(await findRefusal(`http://${host}:90/`, "127.0.0.0/8, ::1"), undefined, host);
  }
  t.is(await findRefusal("http://localhost:90/", "localhost"), undefined);
  t.is(await findRefusal("http://a.localhost:90/", "localhost"), PUBLIC);
  t.is(await findRefusal("http://receiver/", "receiver"), undefined);
  t.is(await findRefusal("http://commented.internal/", "Commented.Internal."), undefined);
  t.is(await findRefusal("http://receiver.internal/", "10.0.0.0/8"), HTTPS, "no allowed name");
  const { queriedNames } = t.context.server;
  t.deepEqual(queriedNames.filter((question) => /receiver|commented/.test(question)).toSorted(), [
    "A receiver.internal",
    "AAAA receiver.internal",
  ]);
});

test("allowed destinations may be private and use plain http", async (t) => {
  const { findRefusal } = t.context;
  t.is(await findRefusal("http://private.example.com/", "private.example.com"), undefined);
  t.is(await findRefusal("http://private.example.com/", "10.0.0.0/8"), undefined);
  t.is(await findRefusal("http://private.example.com:81/", "private.example.com:80"), PUBLIC);
  t.is(await findRefusal("http://private.example.com/", "private.example.com:80"), undefined);
  t.is(await findRefusal("https://private.example.com/", "private.example.com:443"), undefined);
  t.is(await findRefusal("http://mixed.example.com/", "fd00::/8"), HTTPS);
  t.is(await findRefusal("https://mixed.example.com/", "fd00::/8"), undefined);
  t.is(await findRefusal("http://[fd00::2]:8080/", "[FD00:0::2]:8080"), undefined);
  t.is(await findRefusal("http://[fd00::2]/", "[fd00::2]:8080"), PUBLIC);
  t.is(await findRefusal("http://private.example.com/", "10.1.2.3"), undefined);
  t.is(
    await findRefusal("http://x:y@private.example.com/", "10.0.0.0/8"),
    "must not contain a user name or password",
  );
});

test("the allow-list permits only http and https", async (t) => {
  const { findRefusal } = t.context;
  for (const scheme of ["ftp", "ws", "wss", "gopher"])
    t.is(
      await findRefusal(`${scheme}://private.example.com/`, "private.example.com"),
      HTTPS,
      scheme,
    );
});

test("link-local and metadata addresses stay refused, whatever is allowed", async (t) => {
  const { findRefusal } = t.context;
  const allowAll = "0.0.0.0/0, ::/0, 169.254.169.254, metadata.example.com, azure.example.com";
  const hosts = ["metadata.example.com", "azure.example.com", "169.254.169.254", "[fe80::1]"];
  const forms = [
    "[::ffff:169.254.169.254]",
    "[fd00:ec2::254]",
    "[64:ff9b::a9fe:a9fe]",
    "0xa9fea9fe",
  ];
  for (const host of [...hosts, ...forms])
    for (const scheme of ["http", "https"])
      t.is(await findRefusal(`${scheme}://${host}/`, allowAll), PUBLIC, host);
});
