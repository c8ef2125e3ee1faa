import { claimWeeklyMail } from "../../db/mails/weekly-mails.js";
import { insertIdentity } from "../../db/sign-in/identities.js";
import "reflect-metadata";
import type { Knex } from "knex";
import { replaceEditedFields } from "../../db/analysis/edits.js";
import { storeSentenceVectors } from "../../db/recordings/sentence-vectors.js";
import { storePeaks } from "../../graph/recordings/waveforms.js";
import { addToRetentionRun } from "../../db/retention/runs.js";
import { countSearchDrift } from "../../db/search/check-index.js";
import { transact } from "../../db/engine/write.js";
import { createAdmin } from "../../graph/sign-in/admins.js";
import { createOrganization } from "../../graph/organizations/organization.js";
import { checkRollups } from "../../graph/stats/rollups-check.js";
import { isErasedCall } from "../../graph/recordings/erased-calls.js";
import { importLines } from "../../src/upkeep/transfer/import-lines.js";
import { ImportError } from "../../src/upkeep/transfer/parse-line.js";
import { upsertCalendarAppointment } from "../../db/calendars/calendar-appointments.js";
import { addCalendar } from "../helpers/calendars/add-calendar.js";
import { createClip, createPlaylist } from "../helpers/clips/clips.js";
import { saveView } from "../helpers/views/views.js";
import { saveTerm } from "../helpers/vocabulary/vocabulary.js";
import { addComment } from "../helpers/comments/comments.js";
import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import { loadMeaningScan } from "../../db/organizations/meaning-scan.js";
import { setRetentionDays } from "../helpers/retention/retention.js";
import { signInAdmin } from "../helpers/sign-in/console-session.js";
import { storeMedia } from "../helpers/recordings/media.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Tenant, SharedServer } from "../helpers/server.js";
import { setDialerSecret } from "../helpers/dialers/dialers.js";
import { addWordCorrections } from "../../db/vocabulary/word-corrections.js";
import { test } from "../helpers/suite.js";
import {
  createOtherInstallation,
  exportOrganization,
  toAsyncLines,
} from "../helpers/backup/transfer.js";
import { fillOrganization } from "../helpers/organizations/twin-organizations.js";
import { createTracker } from "../helpers/trackers/trackers.js";
import { createWebhookWith } from "../helpers/webhooks/webhooks.js";

const NONE = { media: 0, mediaBytes: 0, transcripts: 0, payloads: 0 };

const addCalendarWithAppointment = async (server: SharedServer, org: Tenant): Promise<void> => {
  const calendarId = await addCalendar(org, "http://127.0.0.1:9/secret.ics");
  const { id: appointmentId } = await pushAppointment(org, { event_id: "ics:a" });
  const link = { appointmentId, calendarId, digest: "d" };
  await transact(server.services.db, (trx) => upsertCalendarAppointment(trx, org.id, link));
};

/** Creates an organization with rows in nearly every table. */
const createFilledOrganization = async (server: SharedServer): Promise<Tenant> => {
  const org = await server.createTenant("Alpha");
  await fillOrganization(server, org, "Alpha");
  // `fillOrganization` inserts webhooks whose secrets the vault didn't seal.
  await server.services.db("webhooks").where("organization_id", org.id).delete();
  await createWebhookWith(org, { active: false });
  const transcript = "WEBVTT\n\nlost\n\n00:01.000 --> 00:02.000\nHi";
  const kept = await org.ingestCall({ call_id: "kept", transcript });
  await storePeaks(server.services.db, org.id, await storeMedia(server, org, kept), ["AA=="]);
  await transact(server.services.db, async (trx) => {
    await replaceEditedFields(trx, org.id, kept, ["notes"]);
    await storeSentenceVectors(trx, org.id, [{ recordingId: kept, vectors: "AA==" }]);
    await addWordCorrections(trx, org.id, kept, [{ heard: "hi", term: "High" }], 1);
  });
  await createTracker(org, ["hi"], { examples: [{ text: "Good morning.", recordingId: kept }] });
  await setDialerSecret(org, "twilio", "a secret of ours");
  await org.graphql(`mutation { setDialerMediaCredential(adapter: "twilio", input: {
    host: "api.twilio.com", kind: basic, name: "AC1", secret: "a login of ours"
  }) { adapter } }`);
  await addCalendarWithAppointment(server, org);
  await org.graphql('mutation { setRepChannel(source: "twilio", repChannel: right) { source } }');
  const numbers = { phones: ["+4930123456"], extensions: ["204"] };
  await org.createUser("numbers@example.com", numbers);
  await org.ingestCall({ call_id: "phone", customer: { id: "phone", phone: "+4930123457" } });
  await org.send("POST", "/v1/dialer", {
    call_id: "unmapped",
    extension: "205",
    started_at: "2026-03-02T10:00:00Z",
  });
  const commented = await org.createProcessed({ call_id: "commented", duration_ms: 60_000 });
  await addComment(org, commented, { mentions: ["numbers@example.com"] });
  await org.graphql(`mutation { addTag(recordingId: "${commented}", tag: "vip") { tags } }`);
  const { upsertTeam } = await org.graphql(
    'mutation { upsertTeam(input: { name: "Clips", members: [] }) { id } }',
  );
  const clip = await createClip(org, commented, {
    shareWith: { teamIds: [upsertTeam.id], userEmails: ["numbers@example.com"] },
  });
  await createPlaylist(org, [clip.id]);
  await saveView(org);
  await saveTerm(org, "Trane", ["train"]);
  const erased = await org.createProcessed({ call_id: "erased" });
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: erased });
  await signInAdmin(server, org);
  const { user_id: userId } = await server.services
    .db("accounts")
    .where({ organization_id: org.id })
    .first();
  const identity = { organizationId: org.id, userId, issuer: "https://login.example.com" };
  await transact(server.services.db, async (trx) => {
    await insertIdentity(trx, { ...identity, subject: `ada-${org.id}` }, 1);
  });
  await claimWeeklyMail(server.services.db, org.id, { userId, week: "2026-02-23" }, 1);
  await setRetentionDays(org, { payloadDays: 30 });
  await org.graphql("mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }");
  await org.graphql("mutation { setRefusedConsent(refused: erased) }");
  await transact(server.services.db, (trx) =>
    addToRetentionRun(trx, org.id, { id: "a", startedAt: 1 }, { ...NONE, payloads: 1 }),
  );
  return org;
};

const COMPUTED = ["stat_names", "stat_facts", "stat_cells", "stat_formats"];
const NOT_EXPORTED = [
  "maintenance",
  "analysis_claims",
  "sentence_vectors",
  "sessions",
  "setup_links",
  "account_links",
  "clip_links",
];

/** Loads the rows that an import must carry over, without their sealed secrets. */
const loadCarriedRows = async (db: Knex, id: string): Promise<Record<string, string[]>> => {
  const rows = await loadRowsByTable(db, id);
  for (const name of [...COMPUTED, ...NOT_EXPORTED]) delete rows[name];
  rows["calendars"] = rows["calendars"]!.map((row) => row.replace(/"url":"v1[^"]*"/, ""));
  for (const name of ["api_keys", "dialer_secrets", "dialer_media_credentials", "webhooks"])
    rows[name] = rows[name]!.map((row) => row.replace(/"(signing_)?secret":"v1[^"]*"/, ""));
  rows["organizations"] = rows["organizations"]!.map((row) =>
    row.replace(/"erasure_key":"v1[^"]*"|"meaning_scan_below":"?\d+"?/g, ""),
  );
  return rows;
};

test("an import restores keys, secrets and statistics", async (t) => {
  const { server } = t.context;
  const org = await createFilledOrganization(server);
  const { there, remove } = await createOtherInstallation(server);
  t.teardown(remove);
  const { newCredentials, rows } = await importLines(
    there,
    toAsyncLines(await exportOrganization(server, org, true)),
  );
  t.is(newCredentials, undefined);
  t.is(rows["recordings"], 6);
  t.deepEqual(await countSearchDrift(there.db, org.id), { missing: 0, wrong: 0 });
  const { db } = server.services;
  const before = await loadCarriedRows(db, org.id);
  t.deepEqual(await loadCarriedRows(there.db, org.id), before);
  const empty = Object.entries(before).filter(([, all]) => all.length === 0);
  t.deepEqual(
    empty.map(([name]) => name).filter((name) => !/^(knex_|sqlite_|rate_limits$)/.test(name)),
    [
      "client_erasures",
      "clock_heartbeats",
      // Of the database, not of an organization.
      "instance_defaults",
      "match_exclusions",
      "media_fetches",
      "reviews",
      "team_leads",
      "team_members",
    ].filter((name) => before[name]!.length === 0),
  );
  for (const [table, column] of [
    ["api_keys", "signing_secret"],
    ["dialer_secrets", "secret"],
    ["dialer_media_credentials", "secret"],
    ["calendars", "url"],
    ["webhooks", "secret"],
  ] as const) {
    const [here, other] = await Promise.all(
      [db, there.db].map((one) => one(table).where("organization_id", org.id).first(column)),
    );
    t.is(there.vault.open(other[column]), server.services.vault.open(here[column]));
  }
  t.deepEqual(await checkRollups(there.db, org.id, false), { recordings: 0, buckets: 0 });
  for (const name of COMPUTED)
    t.is(
      (await loadRowsByTable(there.db, org.id))[name]!.length,
      (await loadRowsByTable(db, org.id))[name]!.length,
    );
  // What sentences mean is computed again.
  t.is(await loadMeaningScan(db, org.id), 0);
  t.is(await loadMeaningScan(there.db, org.id), Number.MAX_SAFE_INTEGER);
  for (const name of NOT_EXPORTED)
    t.deepEqual((await loadRowsByTable(there.db, org.id))[name], [], name);
});

test("an import fails as a whole if another organization has the same admin", async (t) => {
  const { server } = t.context;
  const org = await createFilledOrganization(server);
  const { there, remove } = await createOtherInstallation(server);
  t.teardown(remove);
  const { organization } = await there.db.transaction((trx) =>
    createOrganization(trx, there, "Beta"),
  );
  const email = `admin@${org.id}.example.com`;
  await there.db.transaction((trx) =>
    createAdmin(trx, there, organization.id, { email, password: "hash" }),
  );
  const text = await exportOrganization(server, org, true);
  await t.throwsAsync(importLines(there, toAsyncLines(text)), {
    instanceOf: ImportError,
    message: `${email} can sign in to another organization already; remove that account with: debrief admin delete`,
  });
  t.deepEqual(Object.values(await loadRowsByTable(there.db, org.id)).flat(), []);
});

test("an export without secrets contains none, and its import creates new ones", async (t) => {
  const { server } = t.context;
  const org = await createFilledOrganization(server);
  const text = await exportOrganization(server, org, false);
  t.notRegex(
    text.join("\n"),
    /whsec_|"v1\.|argon2|"table":"(accounts|api_keys|tokens|sessions|setup_links|account_links|clip_links)"/,
  );
  const { there, remove } = await createOtherInstallation(server);
  t.teardown(remove);
  const { newCredentials } = await importLines(there, toAsyncLines(text));
  t.regex(newCredentials!.apiKey, /^dbk_/);
  t.regex(newCredentials!.internalToken, /^dbi_/);
  const { secret } = await there.db("webhooks").first("secret");
  t.regex(there.vault.open(secret), /^whsec_/);
  const [key] = await there.db("api_keys");
  const [old] = await server.services.db("api_keys").where("organization_id", org.id);
  t.not(key.hash, old.hash);
});

for (const secrets of [true, false])
  test(`an import ${secrets ? "with" : "without"} secrets still refuses erased calls`, async (t) => {
    const { server } = t.context;
    const org = await createFilledOrganization(server);
    const { there, remove } = await createOtherInstallation(server);
    t.teardown(remove);
    await importLines(there, toAsyncLines(await exportOrganization(server, org, secrets)));
    t.true(await isErasedCall(there.db, there, org.id, "erased"));
    t.false(await isErasedCall(there.db, there, org.id, "kept"));
    const { erasure_key } = await there.db("organizations").where("id", org.id).first();
    t.regex(erasure_key, /^v1\./, "sealed under the other installation's key");
  });

test("an import doesn't send the export's pending deliveries", async (t) => {
  const { server } = t.context;
  const org = await createFilledOrganization(server);
  const { db } = server.services;
  const [delivery] = await db("deliveries").where("organization_id", org.id);
  t.truthy(delivery);
  await db("deliveries")
    .where({ organization_id: org.id, id: delivery.id })
    .update({ status: "pending", claimed_by: "somebody", lease_until: 2 ** 50 });
  const found = (await exportOrganization(server, org, false)).find((line) =>
    line.includes(delivery.id),
  )!;
  t.like(JSON.parse(found).row, { status: "failed", error: "interrupted", claimed_by: null });
});

test("an import of a truncated, changed or foreign file inserts nothing", async (t) => {
  const { server } = t.context;
  const org = await createFilledOrganization(server);
  const exportedLines = await exportOrganization(server, org, true);
  const { there, remove } = await createOtherInstallation(server);
  t.teardown(remove);
  const head = JSON.parse(exportedLines[0]!);
  const at = exportedLines.findIndex((line) => line.includes('"table":"recordings"'));
  const row = JSON.parse(exportedLines[at]!);
  const changed = (line: number, value: object): string[] =>
    exportedLines.with(line, JSON.stringify(value));
  const broken: [string[], RegExp][] = [
    [[], /^line 0: ends the file too early/],
    [exportedLines.slice(0, 1), /^line 1: ends the file too early/],
    [exportedLines.slice(0, at), /ends the file too early; the file is cut/],
    [exportedLines.slice(0, -1), /ends the file too early/],
    [
      exportedLines.with(at, exportedLines[at]!.slice(0, 40)),
      new RegExp(`^line ${at + 1}: isn't a JSON object`),
    ],
    [
      changed(at, { ...row, row: { ...row.row, name: "Other" } }),
      /doesn't match the lines before it/,
    ],
    [
      changed(at, { ...row, row: { ...row.row, organization_id: "x" } }),
      /belongs to another organization/,
    ],
    [
      changed(at, { ...row, row: { ...row.row, name: undefined } }),
      /has a missing or invalid "name"/,
    ],
    [changed(at, { ...row, row: { ...row.row, name: ["x"] } }), /has a missing or invalid "name"/],
    [changed(at, { ...row, table: "knex_migrations" }), /unknown table: "knex_migrations"/],
    [changed(at, { ...row, table: "users" }), /out of order/],
    [exportedLines.toSpliced(at, 1), /doesn't match|violate the schema/],
    [[...exportedLines, exportedLines[at]!], /comes after the last line/],
    [
      changed(0, { ...head, schema: ["0001-initial", "9999-later"] }),
      /^line 1: has another schema/,
    ],
    [changed(0, { ...head, format: 2 }), /^line 1: isn't the header/],
    [changed(0, { ...head, secrets: false }), /unknown table: "calendars"|doesn't match/],
  ];
  for (const [text, message] of broken) {
    await t.throwsAsync(importLines(there, toAsyncLines(text)), {
      instanceOf: ImportError,
      message,
    });
    for (const [table, rows] of Object.entries(await loadRowsByTable(there.db, org.id)))
      t.deepEqual(rows, [], table);
  }
  await importLines(there, toAsyncLines(exportedLines));
  const before = await loadRowsByTable(there.db, org.id);
  await t.throwsAsync(importLines(there, toAsyncLines(exportedLines)), {
    message: /"Alpha" .* exists already/,
  });
  t.deepEqual(await loadRowsByTable(there.db, org.id), before);
});

test("an import after a killed import starts over", async (t) => {
  const { server } = t.context;
  const org = await createFilledOrganization(server);
  const exportedLines = await exportOrganization(server, org, true);
  const { there, remove } = await createOtherInstallation(server);
  t.teardown(remove);
  const tables = ["organizations", "users", "clients", "recordings"];
  for (const name of tables) {
    const owner = name === "organizations" ? "id" : "organization_id";
    const rows = await server.services.db(name).where(owner, org.id);
    await there
      .db(name)
      .insert(rows.map((row) => ({ ...row, template_id: undefined })).map(withoutUndefined));
  }
  await importLines(there, toAsyncLines(exportedLines));
  t.deepEqual(
    await loadCarriedRows(there.db, org.id),
    await loadCarriedRows(server.services.db, org.id),
  );
});

const withoutUndefined = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
