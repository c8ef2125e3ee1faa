import anyTest, { type TestFn } from "ava";
import { dialect } from "./helpers/database.js";
import { install, type Installation, type Serving } from "./helpers/program.js";
import { receive } from "./helpers/simple-receiver.js";
import { type Made, requestTo, type Tenant, tenantOf } from "./helpers/tenant.js";

// Three processes over one database. INSTANCE_EVENTS=10000 for the long form.
const EVENTS = Number(process.env["INSTANCE_EVENTS"] ?? 150);
const PER_REQUEST = 25;
const WEBHOOKS = 3;
// A document may have 5,000 tokens; the requests of the events must be within the limit as well.
const LIMIT = 60 + EVENTS / PER_REQUEST;

const WEBHOOK = `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;

const test = anyTest as TestFn<{ program: Installation; instances: Serving[] }>;

test.before(async (t) => {
  const program = await install();
  const env = {
    DEBRIEF_FIRST_ORG: "off",
    DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
    DEBRIEF_RATE_LIMIT: String(LIMIT),
    LOG_LEVEL: "error",
  };
  const instances = await Promise.all([1, 2, 3].map(() => program.serve(env)));
  t.context = { program, instances };
});

test.after.always((t) => t.context.program.remove());

/** A new organization, as each of the instances is asked by it. */
const tenants = async (program: Installation, instances: Serving[]): Promise<Tenant[]> => {
  const { stdout } = await program.run(["org", "create", "Shared", "--json"]);
  const { organization, ...made } = JSON.parse(stdout) as Made & { organization: { id: string } };
  return instances.map(({ url }) => tenantOf(requestTo(url), { ...made, id: organization.id }));
};

test.serial(
  "a key that is refreshed at one is refused by all from the next request on",
  async (t) => {
    const { program, instances } = t.context;
    const all = await tenants(program, instances);
    let key = all[0]!.apiKey;
    const statuses = async (apiKey: string): Promise<number[]> =>
      Promise.all(
        all.map(async ({ get }) => (await get("/v1/users", { "x-api-key": apiKey })).status),
      );
    for (const one of all) {
      t.deepEqual(await statuses(key), [200, 200, 200]);
      const { refreshApiKey } = await one.graph("mutation { refreshApiKey { apiKey } }");
      t.deepEqual(await statuses(key), [401, 401, 401]);
      key = refreshApiKey.apiKey;
    }
    t.deepEqual(await statuses(key), [200, 200, 200]);
  },
);

test.serial(
  "all instances count to one limit on PostgreSQL, and each to its own on SQLite",
  async (t) => {
    const { program, instances } = t.context;
    const all = await tenants(program, instances);
    const counted = dialect === "postgres" ? 1 : instances.length;
    const asked = LIMIT * counted + 9;
    const statuses = await Promise.all(
      Array.from({ length: asked }, async (_, index) => {
        const { status } = await all[index % all.length]!.get("/v1/teams");
        return status;
      }),
    );
    t.is(statuses.filter((status) => status === 200).length, LIMIT * counted);
    t.is(statuses.filter((status) => status === 429).length, 9);
  },
);

test.serial("each event reaches each webhook once, whichever instance sends it", async (t) => {
  const { program, instances } = t.context;
  const all = await tenants(program, instances);
  const [first] = all as [Tenant];
  const receiver = await receive();
  t.teardown(receiver.close);
  await first.user();
  const id = await first.processed();
  for (let made = 0; made < WEBHOOKS; made += 1)
    await first.graph(WEBHOOK, {
      input: { url: `${receiver.url}/${made}`, events: ["recording.integration_updated"] },
    });
  const syncs = Array.from(
    { length: PER_REQUEST },
    (_, n) => `s${n}: syncRecording(recordingId: $id) { id }`,
  );
  const ask = `mutation ($id: ID!) { ${syncs.join(" ")} }`;
  await Promise.all(
    all.map(async ({ graph }, index) => {
      for (let done = index; done < EVENTS / PER_REQUEST; done += all.length)
        await graph(ask, { id });
    }),
  );
  await receiver.count(EVENTS * WEBHOOKS);
  // What is under way ends first, so that nothing comes after this.
  const ended = await Promise.all(instances.map(({ stop }) => stop()));
  t.deepEqual(
    ended.map(({ code }) => code),
    [0, 0, 0],
  );
  t.is(receiver.received.length, EVENTS * WEBHOOKS);
  t.is(new Set(receiver.received.map(({ id: delivery }) => delivery)).size, EVENTS * WEBHOOKS);
  for (let made = 0; made < WEBHOOKS; made += 1)
    t.is(receiver.received.filter(({ path }) => path === `/${made}`).length, EVENTS);
});
