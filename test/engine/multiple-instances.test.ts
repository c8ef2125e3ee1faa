import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import { dialect } from "../helpers/engine/database.js";
import {
  createInstallation,
  type Installation,
  type ServingProgram,
} from "../helpers/server/program.js";
import { startSimpleReceiver } from "../helpers/webhooks/simple-receiver.js";
import {
  type OrganizationCredentials,
  createRequester,
  type Tenant,
  buildTenant,
} from "../helpers/tenant.js";

// Three processes share one database. INSTANCE_EVENTS=10000 runs the long version.
const EVENTS = Number(process.env["INSTANCE_EVENTS"] ?? 150);
const PER_REQUEST = 25;
const WEBHOOKS = 3;
// A document may have 5,000 tokens, so the events need several requests, within the rate limit.
const LIMIT = 60 + EVENTS / PER_REQUEST;

const CREATE_WEBHOOK = `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;

const test = anyTest as TestFn<{ program: Installation; instances: ServingProgram[] }>;

test.before(async (t) => {
  const program = await createInstallation();
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

/** Creates an organization and returns a client of it for each instance. */
const createTenants = async (
  program: Installation,
  instances: ServingProgram[],
): Promise<Tenant[]> => {
  const { stdout } = await program.run(["org", "create", `Shared ${randomUUID()}`, "--json"]);
  const { organization, ...made } = JSON.parse(stdout) as OrganizationCredentials & {
    organization: { id: string };
  };
  return instances.map(({ url }) =>
    buildTenant(createRequester(url), { ...made, id: organization.id }),
  );
};

test.serial("every instance rejects a refreshed key from the next request on", async (t) => {
  const { program, instances } = t.context;
  const all = await createTenants(program, instances);
  let key = all[0]!.apiKey;
  const statuses = async (apiKey: string): Promise<number[]> =>
    Promise.all(
      all.map(async ({ get }) => (await get("/v1/users", { "x-api-key": apiKey })).status),
    );
  for (const one of all) {
    t.deepEqual(await statuses(key), [200, 200, 200]);
    const { refreshApiKey } = await one.graphql("mutation { refreshApiKey { apiKey } }");
    t.deepEqual(await statuses(key), [401, 401, 401]);
    key = refreshApiKey.apiKey;
  }
  t.deepEqual(await statuses(key), [200, 200, 200]);
});

test.serial(
  "instances share a rate limit on PostgreSQL and have their own on SQLite",
  async (t) => {
    const { program, instances } = t.context;
    const all = await createTenants(program, instances);
    const limiterCount = dialect === "postgres" ? 1 : instances.length;
    const requestCount = LIMIT * limiterCount + 9;
    const statuses = await Promise.all(
      Array.from({ length: requestCount }, async (_, index) => {
        const { status } = await all[index % all.length]!.get("/v1/teams");
        return status;
      }),
    );
    t.is(statuses.filter((status) => status === 200).length, LIMIT * limiterCount);
    t.is(statuses.filter((status) => status === 429).length, 9);
  },
);

test.serial("each event reaches each webhook once, from whichever instance", async (t) => {
  const { program, instances } = t.context;
  const all = await createTenants(program, instances);
  const [first] = all as [Tenant];
  const receiver = await startSimpleReceiver();
  t.teardown(receiver.close);
  await first.createUser();
  const id = await first.createProcessed();
  for (let made = 0; made < WEBHOOKS; made += 1)
    await first.graphql(CREATE_WEBHOOK, {
      input: { url: `${receiver.url}/${made}`, events: ["recording.integration_updated"] },
    });
  const syncs = Array.from(
    { length: PER_REQUEST },
    (_, n) => `s${n}: syncRecording(recordingId: $id) { id }`,
  );
  const syncMutation = `mutation ($id: ID!) { ${syncs.join(" ")} }`;
  await Promise.all(
    all.map(async ({ graphql }, index) => {
      for (let done = index; done < EVENTS / PER_REQUEST; done += all.length)
        await graphql(syncMutation, { id });
    }),
  );
  await receiver.count(EVENTS * WEBHOOKS);
  // Stopping an instance waits for its current deliveries, so none arrives after this.
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
