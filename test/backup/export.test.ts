import "reflect-metadata";
import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { connect } from "../db/connect.js";
import { addToRun } from "../db/retention-runs.js";
import { driftOfIndex } from "../db/search-index.js";
import { migrate } from "../db/migrate.js";
import { snapshot } from "../db/read.js";
import { transact } from "../db/write.js";
import type { Services } from "../graph/context.js";
import { makeAdmin } from "../graph/admins.js";
import { createOrganization } from "../graph/organizations.js";
import { checkRollups } from "../graph/rollups-check.js";
import { exportLines } from "../src/transfer/export.js";
import { importLines } from "../src/transfer/import.js";
import { BadImport } from "../src/transfer/lines.js";
import { createVault } from "../src/vault.js";
import { setDays } from "./helpers/aging.js";
import { signedIn } from "./helpers/console.js";
import { freshDatabase } from "./helpers/database.js";
import { keep } from "./helpers/media.js";
import { rowsOf } from "./helpers/rows.js";
import type { Tenant, SharedServer } from "./helpers/server.js";
import { setSecret } from "./helpers/dialers.js";
import { test } from "./helpers/suite.js";
import { fill } from "./helpers/twins.js";
import { webhook } from "./helpers/webhooks.js";

const NONE = { media: 0, mediaBytes: 0, transcripts: 0, payloads: 0 };

/** An organization with something of everything. */
const make = async (server: SharedServer): Promise<Tenant> => {
  const org = await server.tenant("Alpha");
  await fill(server, org, "Alpha");
  // What was stored by hand there is not sealed.
  await server.services.db("webhooks").where("organization_id", org.id).delete();
  await webhook(org, { active: false });
  await keep(server, org, await org.call({ call_id: "kept" }));
  await setSecret(org, "twilio", "a secret of ours");
  const erased = await org.processed({ call_id: "erased" });
  await org.graph("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: erased });
  await signedIn(server, org);
  await setDays(org, { payloadDays: 30 });
  await transact(server.services.db, (trx) =>
    addToRun(trx, org.id, { id: "a", startedAt: 1 }, { ...NONE, payloads: 1 }),
  );
  return org;
};

const lines = async (
  { services }: SharedServer,
  { id }: Tenant,
  secrets: boolean,
): Promise<string[]> =>
  snapshot(services.db, async (trx) => {
    const vault = secrets ? services.vault : undefined;
    const parts: string[] = [];
    for await (const text of exportLines(trx, { id, name: "Alpha" }, vault, 0)) parts.push(text);
    return parts.join("").trimEnd().split("\n");
  });

// oxlint-disable-next-line typescript/require-await
async function* from(list: readonly string[]): AsyncGenerator<string> {
  yield* list;
}

/** Another installation, with a database and a key of its own. */
const elsewhere = async ({
  services,
}: SharedServer): Promise<{ there: Services & { db: Knex }; remove: () => Promise<void> }> => {
  const { url, remove } = await freshDatabase();
  const db = connect(url);
  await migrate(db);
  return {
    there: { ...services, db, vault: createVault(randomBytes(32)) },
    remove: async () => {
      await db.destroy();
      await remove();
    },
  };
};

const COMPUTED = ["stat_names", "stat_facts", "stat_cells"];
const STAYING = ["analysis_claims", "sessions", "setup_links"];

/** All rows but what is made anew or stays, with what is sealed left out. */
const carried = async (db: Knex, id: string): Promise<Record<string, string[]>> => {
  const rows = await rowsOf(db, id);
  for (const name of [...COMPUTED, ...STAYING]) delete rows[name];
  for (const name of ["api_keys", "dialer_secrets", "webhooks"])
    rows[name] = rows[name]!.map((row) => row.replace(/"(signing_)?secret":"v1[^"]*"/, ""));
  return rows;
};

test("an organization comes with its keys, secrets and statistics where it is imported", async (t) => {
  const { server } = t.context;
  const org = await make(server);
  const { there, remove } = await elsewhere(server);
  t.teardown(remove);
  const { made, rows } = await importLines(there, from(await lines(server, org, true)));
  t.is(made, undefined);
  t.is(rows["recordings"], 4);
  t.is(await driftOfIndex(there.db, org.id), 0);
  const { db } = server.services;
  const before = await carried(db, org.id);
  t.deepEqual(await carried(there.db, org.id), before);
  const empty = Object.entries(before).filter(([, all]) => all.length === 0);
  t.deepEqual(
    empty.map(([name]) => name).filter((name) => !/^(knex_|sqlite_|rate_limits$)/.test(name)),
    ["match_exclusions", "reviews", "team_members"].filter((name) => before[name]!.length === 0),
  );
  for (const [table, column] of [
    ["api_keys", "signing_secret"],
    ["dialer_secrets", "secret"],
    ["webhooks", "secret"],
  ] as const) {
    const [here, other] = await Promise.all(
      [db, there.db].map((one) => one(table).where("organization_id", org.id).first(column)),
    );
    t.is(there.vault.open(other[column]), server.services.vault.open(here[column]));
  }
  t.deepEqual(await checkRollups(there.db, org.id, false), { facts: 0, cells: 0 });
  for (const name of COMPUTED)
    t.is((await rowsOf(there.db, org.id))[name]!.length, (await rowsOf(db, org.id))[name]!.length);
  for (const name of STAYING) t.deepEqual((await rowsOf(there.db, org.id))[name], [], name);
});

test("an organization whose admin is another's where it is imported is refused whole", async (t) => {
  const { server } = t.context;
  const org = await make(server);
  const { there, remove } = await elsewhere(server);
  t.teardown(remove);
  const { organization } = await there.db.transaction((trx) =>
    createOrganization(trx, there, "Beta"),
  );
  const email = `admin@${org.id}.example.com`;
  await there.db.transaction((trx) =>
    makeAdmin(trx, there, organization.id, { email, password: "hash" }),
  );
  const text = await lines(server, org, true);
  await t.throwsAsync(importLines(there, from(text)), {
    instanceOf: BadImport,
    message: `${email} is an admin of another organization here; end that with: debrief admin delete`,
  });
  t.deepEqual(Object.values(await rowsOf(there.db, org.id)).flat(), []);
});

test("without secrets none are in the export, and the import makes new ones", async (t) => {
  const { server } = t.context;
  const org = await make(server);
  const text = await lines(server, org, false);
  t.notRegex(
    text.join("\n"),
    /whsec_|"v1\.|argon2|"table":"(admins|api_keys|tokens|sessions|setup_links)"/,
  );
  const { there, remove } = await elsewhere(server);
  t.teardown(remove);
  const { made } = await importLines(there, from(text));
  t.regex(made!.apiKey, /^dbk_/);
  t.regex(made!.internalToken, /^dbi_/);
  const { secret } = await there.db("webhooks").first("secret");
  t.regex(there.vault.open(secret), /^whsec_/);
  const [key] = await there.db("api_keys");
  const [old] = await server.services.db("api_keys").where("organization_id", org.id);
  t.not(key.hash, old.hash);
});

test("what was still to be sent is not sent again by whoever imports it", async (t) => {
  const { server } = t.context;
  const org = await make(server);
  const { db } = server.services;
  const [delivery] = await db("deliveries").where("organization_id", org.id);
  t.truthy(delivery);
  await db("deliveries")
    .where({ organization_id: org.id, id: delivery.id })
    .update({ status: "pending", claimed_by: "somebody", lease_until: 2 ** 50 });
  const found = (await lines(server, org, false)).find((line) => line.includes(delivery.id))!;
  t.like(JSON.parse(found).row, { status: "failed", error: "interrupted", claimed_by: null });
});

test("a file that is cut, changed or another's leaves nothing behind", async (t) => {
  const { server } = t.context;
  const org = await make(server);
  const whole = await lines(server, org, true);
  const { there, remove } = await elsewhere(server);
  t.teardown(remove);
  const head = JSON.parse(whole[0]!);
  const at = whole.findIndex((line) => line.includes('"table":"recordings"'));
  const row = JSON.parse(whole[at]!);
  const changed = (line: number, value: object): string[] =>
    whole.with(line, JSON.stringify(value));
  const broken: [string[], RegExp][] = [
    [[], /^line 0: is the last, and there should be more/],
    [whole.slice(0, 1), /^line 1: is the last/],
    [whole.slice(0, at), /is the last, and there should be more; the file is cut/],
    [whole.slice(0, -1), /is the last, and there should be more/],
    [whole.with(at, whole[at]!.slice(0, 40)), new RegExp(`^line ${at + 1}: is not JSON`)],
    [
      changed(at, { ...row, row: { ...row.row, name: "Other" } }),
      /does not agree with the lines before/,
    ],
    [changed(at, { ...row, row: { ...row.row, organization_id: "x" } }), /of another organization/],
    [changed(at, { ...row, row: { ...row.row, name: undefined } }), /has no proper "name"/],
    [changed(at, { ...row, row: { ...row.row, name: ["x"] } }), /has no proper "name"/],
    [changed(at, { ...row, table: "knex_migrations" }), /of no table: "knex_migrations"/],
    [changed(at, { ...row, table: "users" }), /out of order/],
    [whole.toSpliced(at, 1), /does not agree|do not fit the others/],
    [[...whole, whole[at]!], /stands behind the last line/],
    [
      changed(0, { ...head, schema: ["0001-initial", "9999-later"] }),
      /^line 1: has another schema/,
    ],
    [changed(0, { ...head, format: 2 }), /^line 1: is not the beginning/],
    [changed(0, { ...head, secrets: false }), /of no table: "admins"|does not agree/],
  ];
  for (const [text, message] of broken) {
    await t.throwsAsync(importLines(there, from(text)), { instanceOf: BadImport, message });
    for (const [table, rows] of Object.entries(await rowsOf(there.db, org.id)))
      t.deepEqual(rows, [], table);
  }
  await importLines(there, from(whole));
  const before = await rowsOf(there.db, org.id);
  await t.throwsAsync(importLines(there, from(whole)), { message: /"Alpha" .* is here already/ });
  t.deepEqual(await rowsOf(there.db, org.id), before);
});

test("an import that was killed is begun anew by the next", async (t) => {
  const { server } = t.context;
  const org = await make(server);
  const whole = await lines(server, org, true);
  const { there, remove } = await elsewhere(server);
  t.teardown(remove);
  const tables = ["organizations", "users", "clients", "recordings"];
  for (const name of tables) {
    const owner = name === "organizations" ? "id" : "organization_id";
    const rows = await server.services.db(name).where(owner, org.id);
    await there.db(name).insert(rows.map((row) => ({ ...row, template_id: undefined })).map(clean));
  }
  await importLines(there, from(whole));
  t.deepEqual(await carried(there.db, org.id), await carried(server.services.db, org.id));
});

const clean = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
