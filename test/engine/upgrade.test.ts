import test from "ava";
import { Webhook } from "standardwebhooks";
import { dialect } from "../helpers/engine/database.js";
import type { ProgramResult, ServingProgram } from "../helpers/server/program.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { createRequester, type Tenant, buildTenant } from "../helpers/tenant.js";
import {
  withoutIntended,
  countRows,
  installUpgrade,
  revisions,
  type Upgrade,
} from "../helpers/engine/upgraded.js";

const SIGN_IN = `mutation ($email: String!, $password: String!) {
  signIn(email: $email, password: $password) { role user { email } }
}`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;
const UPDATE_WEBHOOK = `mutation ($id: ID!, $input: WebhookPatch!) {
  updateWebhook(id: $id, input: $input) { id }
}`;

/** Row counts of these tables may change: Knex adds migrations, and FTS5 rearranges its tables. */
const mayChange = (table: string): boolean => /^(knex_|search_index)/.test(table);

const listFailedChecks = ({ stdout }: ProgramResult): string[] =>
  (JSON.parse(stdout) as { checks: { name: string; problems: unknown[] }[] }).checks
    .filter(({ problems }) => problems.length > 0)
    .map(({ name }) => name);

// The tests of a revision are steps of one upgrade; each continues where the previous one ended.
for (const revision of revisions) {
  let upgrade: Upgrade;
  let serving: ServingProgram;
  let org: Tenant;

  const runQuery = async (query: string, headers: Record<string, string>, variables: object = {}) =>
    createRequester(serving.url)("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query, variables }),
    });

  const searchIds = async (word: string): Promise<string[]> => {
    const { body } = await org.get(`/v1/recordings?search=${encodeURIComponent(word)}`);
    return body.recordings.map(({ id }: { id: string }) => id);
  };

  test.before(async () => {
    upgrade = await installUpgrade(revision);
  });

  test.after.always(async () => {
    await upgrade?.program.remove();
  });

  test.serial(`${revision}: migrate keeps the rows of every table`, async (t) => {
    const { program, manifest, differences } = upgrade;
    const { code, stderr } = await program.run(["migrate"]);
    t.is(code, 0, stderr);
    const counts = await countRows(program);
    for (const [table, before] of Object.entries(manifest.rows[dialect])) {
      const difference = differences.rows[table];
      const expected = difference ? difference.rows : before;
      t.true(before > 0, `the fixture has no rows in ${table}`);
      if (mayChange(table) && !difference) t.true(counts[table]! > 0, table);
      else t.is(counts[table] ?? null, expected, table);
    }
  });

  test.serial(`${revision}: the doctor finds only the pending deliveries`, async (t) => {
    const outcome = await upgrade.program.run(["doctor", "--json"]);
    t.deepEqual(listFailedChecks(outcome), ["outbox"], outcome.stdout);
  });

  test.serial(`${revision}: every /v1 read returns the same response as before`, async (t) => {
    const { program, manifest, answers, differences } = upgrade;
    serving = await program.serve({ DEBRIEF_WEBHOOK_ALLOW: "127.0.0.1" });
    const { acme } = manifest;
    org = buildTenant(createRequester(serving.url), { ...acme, id: acme.organization.id });
    t.true(answers.length > 0);
    for (const [path, recorded] of answers) {
      const { status, body } = await org.get(path);
      t.is(status, recorded.status, path);
      t.deepEqual(
        withoutIntended(path, body, differences),
        withoutIntended(path, recorded.body, differences),
        path,
      );
    }
  });

  test.serial(`${revision}: keys, tokens and the dialer URL still work`, async (t) => {
    const { acme, beta, operatorToken } = upgrade.manifest;
    const request = createRequester(serving.url);
    const statusFor = async (headers: Record<string, string>) =>
      (await request("/v1/users", { headers })).status;
    t.is(await statusFor({ "x-api-key": acme.apiKey }), 200);
    t.is(await statusFor({ authorization: `Bearer ${beta.apiKey}` }), 200);
    t.is(await statusFor({ "x-api-key": `${acme.apiKey.slice(0, -1)}_` }), 401);
    for (const [token, role, organization] of [
      [acme.internalToken, "internal", { id: acme.organization.id }],
      [beta.internalToken, "internal", { id: beta.organization.id }],
      [acme.apiKey, "integration", { id: acme.organization.id }],
      [operatorToken, "operator", null],
    ] as const) {
      const { body } = await runQuery("{ viewer { role organization { id } } }", {
        authorization: `Bearer ${token}`,
      });
      t.deepEqual(body.data.viewer, { role, organization });
    }
    const call = { user_email: "robin@example.com", started_at: "2026-03-10T10:00:00Z" };
    const { status, text } = await request(new URL(acme.dialerUrl).pathname, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...call, call_id: "after-the-upgrade" }),
    });
    t.is(status, 200, text);
  });

  test.serial(`${revision}: an admin signs in with the same password`, async (t) => {
    const { admin, publicUrl } = upgrade.manifest;
    const origin = { origin: publicUrl };
    const wrong = await runQuery(SIGN_IN, origin, { ...admin, password: "a wrong horse battery" });
    t.is(wrong.status, 401);
    const right = await runQuery(SIGN_IN, origin, admin);
    t.deepEqual(right.body.data?.signIn, { role: "internal", user: { email: admin.email } });
    const [cookie] = right.headers.getSetCookie();
    const { body } = await runQuery("{ users { email } }", {
      ...origin,
      cookie: cookie!.split(";")[0]!,
    });
    t.true(body.data.users.length > 0);
  });

  test.serial(`${revision}: the server plays media files`, async (t) => {
    const { manifest, media } = upgrade;
    const url = `${serving.url}/v1/recordings/${manifest.ids.byWindow}/media`;
    const headers = { "x-api-key": manifest.acme.apiKey };
    const whole = await fetch(url, { headers });
    t.is(whole.status, 200);
    t.is(whole.headers.get("content-type"), "audio/wav");
    t.deepEqual(Buffer.from(await whole.arrayBuffer()), media);
    const part = await fetch(url, { headers: { ...headers, range: "bytes=100-199" } });
    t.is(part.status, 206);
    t.deepEqual(Buffer.from(await part.arrayBuffer()), media.subarray(100, 200));
  });

  test.serial(`${revision}: deliveries are signed with the same secrets`, async (t) => {
    const { manifest } = upgrade;
    const { webhook, acme, ids } = manifest;
    const receiver = await startWebhookReceiver(t);
    await org.graphql(UPDATE_WEBHOOK, { id: webhook.id, input: { url: receiver.url } });
    await org.graphql(COMPLETE, { id: ids.received, input: { summary: "A pergola." } });
    const [delivery] = await receiver.waitFor(1);
    for (const secret of [webhook.signingSecret, acme.signingSecret])
      t.notThrows(() =>
        new Webhook(secret).verify(delivery!.body, delivery!.headers as Record<string, string>),
      );
    t.throws(() =>
      new Webhook(manifest.beta.signingSecret).verify(
        delivery!.body,
        delivery!.headers as Record<string, string>,
      ),
    );
  });

  test.serial(`${revision}: search finds words from before and after the upgrade`, async (t) => {
    const { received, byWindow } = upgrade.manifest.ids;
    t.true((await searchIds("gutters")).includes(byWindow));
    t.deepEqual(await searchIds("pergola"), [received]);
    t.true((await searchIds("gutters")).includes(received));
  });

  test.serial(
    `${revision}: the server sends the pending deliveries, and doctor is satisfied`,
    async (t) => {
      const { program } = upgrade;
      for (;;) {
        const { deliveries } = await org.graphql(
          "{ deliveries(filter: { status: pending }) { nodes { id } } }",
        );
        if (deliveries.nodes.length === 0) break;
      }
      const { code, stderr } = await serving.stop();
      t.is(code, 0, stderr);
      // The fixture's newest row is old, as after a long time without a server.
      t.is((await program.run(["clock", "confirm"])).code, 0);
      const outcome = await program.run(["doctor", "--json"]);
      t.deepEqual(listFailedChecks(outcome), [], outcome.stdout);
      t.is(outcome.code, 0);
    },
  );
}
