import { MAX_SCANNED_ROWS } from "../../db/engine/scan-limit.js";
import { buildEmailKey } from "../../db/people/users.js";
import { dialect } from "../helpers/engine/database.js";
import { buildManyRows, buildRowId } from "../helpers/engine/bulk-rows.js";
import { test } from "../helpers/own-paused-suite.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

const ROWS = MAX_SCANNED_ROWS + 1_500;

const insertRows = async ({ services: { db } }: TestServer, org: Tenant): Promise<void> => {
  const [userId] = await db("users").where("organization_id", org.id).pluck("id");
  await db.transaction(async (trx) => {
    if (dialect === "postgres") await trx.raw("SET LOCAL session_replication_role = replica");
    for (const [table, rows] of Object.entries(buildManyRows(org.id, userId, ROWS)))
      await trx.batchInsert(table, rows, 500);
  });
  await db("organizations")
    .where("id", org.id)
    .update({ last_position: ROWS * 1000 });
};

/** Counts the pages that are read off the main thread. */
const countOffMainThread = (server: TestServer) => {
  const { readLong } = server.services;
  const counter = { count: 0 };
  server.services.readLong = async (read, query, signal) => {
    counter.count += 1;
    return readLong(read, query, signal);
  };
  return counter;
};

const SINCE = "1970-01-01T00:00:00Z";

/** Lists by filter, with the number of nodes on a page of 100 and whether a page must scan many rows. */
const lists: [query: string, nodes: number, isLong: boolean][] = [
  [`recordings(first: 100)`, 100, false],
  [`recordings(first: 100, filter: { clientId: "ID" })`, 1, false],
  [`recordings(first: 100, filter: { updatedSince: "${SINCE}", clientId: "ID" })`, 1, false],
  [`recordings(first: 100, filter: { updatedSince: "${SINCE}", tag: "none" })`, 0, false],
  [`recordings(first: 100, filter: { tag: "tag1", userEmail: "u2@example.com" })`, 14, false],
  [`recordings(first: 100, filter: { updatedSince: "${SINCE}" })`, 100, true],
  [`recordings(first: 100, since: { updated: "${SINCE}" }, filter: { clientId: "ID" })`, 1, true],
  [`recordings(first: 100, since: { processed: "${SINCE}" }, filter: { tag: "none" })`, 0, true],
  [`appointments(first: 100, filter: { matchStatus: matched })`, 100, false],
  [`appointments(first: 100, filter: { matchStatus: missed })`, 0, true],
  [`deliveries(first: 100, filter: { status: pending, event: "recording.processed" })`, 0, true],
  [`deliveries(first: 100, filter: { webhookId: "ID", status: pending })`, 0, false],
  [`auditLog(first: 100, filter: { action: "webhook.created" })`, 100, false],
  [`auditLog(first: 100, filter: { action: "key.refreshed" })`, 0, true],
];

test.serial(
  "a list that must scan many rows leaves the main thread, and others stay",
  async (t) => {
    const { org, server } = t.context;
    await insertRows(server, org);
    const counter = countOffMainThread(server);
    for (const [query, nodes, isLong] of lists) {
      counter.count = 0;
      const field = query.replaceAll("ID", buildRowId(1));
      const data = await org.graphql(`{ list: ${field} { nodes { id } } }`);
      t.is(data.list.nodes.length, nodes, query);
      t.is(counter.count, isLong && dialect === "sqlite" ? 1 : 0, query);
    }
  },
);

/** Lists of a manager who sees two of 100 users, and of a rep, who sees one. */
const narrowedLists: [query: string, role: "manager" | "rep", nodes: number, isLong: boolean][] = [
  [`recordings(first: 100)`, "manager", 80, false],
  [`recordings(first: 100, filter: { tag: "tag1" })`, "manager", 14, false],
  [`recordings(first: 100, since: { updated: "${SINCE}" })`, "manager", 80, true],
  [`appointments(first: 100)`, "manager", 80, true],
  [`clients(first: 100)`, "manager", 80, true],
  [`recordings(first: 100)`, "rep", 40, false],
  [`appointments(first: 100)`, "rep", 40, false],
  [`clients(first: 100)`, "rep", 40, true],
];

test.serial(
  "a narrowed viewer's list leaves the main thread among many rows of others",
  async (t) => {
    const { org, server } = t.context;
    await insertRows(server, org);
    const lead = await org.createUser(`lead@${org.id}.example.com`);
    const rep = `rep@${org.id}.example.com`;
    const { db } = server.services;
    await db("users")
      .where({ organization_id: org.id, id: buildRowId(2) })
      .update({ email: rep, email_key: buildEmailKey(rep) });
    await org.graphql(
      `mutation { upsertTeam(input: {
      name: "Team", members: [{ email: "${rep}" }, { email: "u3@example.com" }], leads: ["${lead}"]
    }) { id } }`,
    );
    const pages = {
      manager: await signInAs(server, org, lead, "manager"),
      rep: await signInAs(server, org, rep, "rep"),
    };
    const counter = countOffMainThread(server);
    for (const [query, role, nodes, isLong] of narrowedLists) {
      counter.count = 0;
      const { body } = await pages[role].query(`{ list: ${query} { nodes { id } } }`);
      t.is(body.data.list.nodes.length, nodes, `${role}: ${query}`);
      t.is(counter.count, isLong && dialect === "sqlite" ? 1 : 0, `${role}: ${query}`);
    }
  },
);
