import { buildOperations } from "../helpers/graphql/operations.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { fillOrganization, readEverything } from "../helpers/organizations/twin-organizations.js";

const createTwins = async (server: SharedServer) => {
  const [a, b] = [await server.createTenant("Alpha"), await server.createTenant("Beta")];
  return {
    a,
    b,
    ofA: await fillOrganization(server, a, "Alpha"),
    ofB: await fillOrganization(server, b, "Beta"),
  };
};

/** Lists the ids of all rows of an organization. */
const listIds = async (server: SharedServer, org: Tenant): Promise<string[]> =>
  Object.values(await loadRowsByTable(server.services.db, org.id))
    .flat()
    .flatMap((row) => (JSON.parse(row) as { id?: string }).id ?? []);

test("organizations with the same external ids see only their own data", async (t) => {
  const { server } = t.context;
  const { a, b, ofA, ofB } = await createTwins(server);
  for (const [one, other, objects, foreign] of [
    [a, b, ofA, "Beta"],
    [b, a, ofB, "Alpha"],
  ] as const) {
    const ids = await listIds(server, other);
    t.true(ids.length > 10);
    for (const text of await readEverything(one, objects)) {
      t.false(text.includes(foreign), text);
      t.deepEqual(
        ids.filter((id) => text.includes(id)),
        [],
      );
    }
  }
});

/** Masks what differs between the two organizations: ids, times, cursors and the word. */
const mask = (texts: string[]): string[] =>
  texts.map((text) =>
    text
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "id")
      .replaceAll(/\\?"2026-[^"]*Z\\?"/g, "time")
      .replaceAll(/"syncCursor":"[^"]*"/g, "cursor")
      .replaceAll(/Alpha|Beta/g, "word"),
  );

test("another organization with the same external ids doesn't change any response", async (t) => {
  const { server } = t.context;
  const a = await server.createTenant("Alpha");
  const ofA = await fillOrganization(server, a, "Alpha");
  const before = await readEverything(a, ofA);
  const rows = await loadRowsByTable(server.services.db, a.id);
  const b = await server.createTenant("Beta");
  const ofB = await fillOrganization(server, b, "Beta");
  t.deepEqual(await readEverything(a, ofA), before);
  t.deepEqual(await loadRowsByTable(server.services.db, a.id), rows);
  // The second organization sees the same fields and as many objects, with its own word.
  t.deepEqual(mask(await readEverything(b, ofB)), mask(before));
});

test("no /v1 write changes another organization", async (t) => {
  const { server } = t.context;
  const { a, b, ofB } = await createTwins(server);
  const rows = await loadRowsByTable(server.services.db, b.id);
  const before = await readEverything(b, ofB);
  const task = {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-09T10:00:00Z",
    title: "Changed",
    customer: { id: "c-1", name: "Changed", location: "Changed" },
  };
  const call = {
    call_id: "call-2",
    user_email: "rep@example.com",
    started_at: "2026-03-09T10:00:00Z",
    event_id: "e-1",
    customer: { id: "c-1", location: "Changed" },
    transcript: [{ speaker: "A", text: "Changed", start: 0, end: 1 }],
  };
  const token = new URL(a.dialerUrl).pathname;
  const writes: [string, string, object?][] = [
    ["POST", "/v1/scheduled-tasks", task],
    ["PUT", "/v1/scheduled-tasks/e-1", { title: "Changed again", customer: { id: "c-2" } }],
    ["POST", "/v1/dialer", call],
    ["POST", token, { ...call, name: "Changed" }],
    ["POST", token, { ...call, call_id: "call-4" }],
    ["DELETE", "/v1/scheduled-tasks/e-1"],
  ];
  for (const [method, path, body] of writes) {
    const own = await loadRowsByTable(server.services.db, a.id);
    t.is((await a.send(method, path, body)).status, 200, `${method} ${path}`);
    t.notDeepEqual(await loadRowsByTable(server.services.db, a.id), own, `${method} ${path}`);
  }
  t.deepEqual(await loadRowsByTable(server.services.db, b.id), rows);
  t.deepEqual(await readEverything(b, ofB), before);
});

test("no mutation changes another organization", async (t) => {
  const { server } = t.context;
  const { a, b, ofA, ofB } = await createTwins(server);
  const rows = await loadRowsByTable(server.services.db, b.id);
  const before = await readEverything(b, ofB);
  const own = await loadRowsByTable(server.services.db, a.id);
  const refused = new Set<string | undefined>();
  const { integration, internal } = buildOperations(ofA);
  for (const operation of [...integration, ...internal]) {
    const asQuery = await a.sendGraphql(`query { ${operation} }`);
    const isQuery = asQuery.errors?.[0]?.extensions.code !== "GRAPHQL_VALIDATION_FAILED";
    const { errors } = isQuery ? asQuery : await a.sendGraphql(`mutation { ${operation} }`);
    for (const { extensions } of errors ?? []) refused.add(extensions.code);
  }
  // No operation failed for lack of an object, so each could have changed the other organization's.
  for (const code of ["NOT_FOUND", "CONFLICT", "INVALID_FIELD", "GRAPHQL_VALIDATION_FAILED"])
    t.false(refused.has(code), code);
  t.notDeepEqual(await loadRowsByTable(server.services.db, a.id), own);
  t.deepEqual(await loadRowsByTable(server.services.db, b.id), rows);
  t.deepEqual(await readEverything(b, ofB), before);
});

test("the database refuses references to another organization's rows", async (t) => {
  const { server } = t.context;
  const { a, ofA, ofB } = await createTwins(server);
  const { db, newId } = server.services;
  const { id: appointment_id } = await db("appointments").where("organization_id", a.id).first();
  const match = (recording_id: string) => ({
    organization_id: a.id,
    recording_id,
    appointment_id,
    method: "manual",
  });
  await db("matches").where("organization_id", a.id).delete();
  await t.throwsAsync(db("matches").insert(match(ofB.recording)), { message: /foreign key/i });
  await t.notThrowsAsync(db("matches").insert(match(ofA.recording)));
  const link = { client_id: ofB.client };
  const own = db("recordings").where({ organization_id: a.id, id: ofA.recording });
  await t.throwsAsync(own.clone().update(link), { message: /foreign key/i });
  const question = { organization_id: a.id, id: newId(), template_id: ofB.template, question: "?" };
  await t.throwsAsync(db("template_questions").insert(question), { message: /foreign key/i });
});
