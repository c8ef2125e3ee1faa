import { buildManyRows, buildRowId } from "../helpers/engine/bulk-rows.js";
import { test } from "../helpers/suite.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

const RECORDINGS = 3_000;
/** These users stopped calling after this recording, which is far from the newest. */
const [STOPPED_USERS, LAST_OF_STOPPED] = [[97, 98], 300] as const;
const PAGE = `query ($after: String, $filter: RecordingFilter) {
  recordings(first: 20, after: $after, filter: $filter) { nodes { id } nextCursor hasMore }
}`;

interface Row {
  id: string;
  user_id: string;
  position: number;
}

/** Inserts recordings of many users. Returns the rows. */
const insertRecordings = async ({ services }: SharedServer, org: Tenant): Promise<Row[]> => {
  await org.createUser(`lead@${org.id}.example.com`);
  const { clients, users, recordings } = buildManyRows(org.id, buildRowId(2), RECORDINGS);
  const rows = recordings as Row[];
  const stopped = new Set(STOPPED_USERS.map((number) => buildRowId(number)));
  for (const row of rows.slice(LAST_OF_STOPPED))
    if (stopped.has(row.user_id)) row.user_id = buildRowId(1);
  await services.db.transaction(async (trx) => {
    for (const [table, all] of Object.entries({ clients, users, recordings }))
      await trx.batchInsert(table, all!, 500);
  });
  return rows;
};

const signInAsLead = async (server: SharedServer, org: Tenant, numbers: readonly number[]) => {
  const email = `lead@${org.id}.example.com`;
  const members = numbers.map((number) => `{ email: "u${number}@example.com" }`).join(" ");
  await org.graphql(
    `mutation { upsertTeam(input: { name: "Team", members: [${members}], leads: ["${email}"] }) { id } }`,
  );
  return signInAs(server, org, email, "manager");
};

const teams = {
  "of users who call now": [1, 2, 3, 4, 5, 6, 7, 8],
  "of users who stopped calling long ago": STOPPED_USERS,
  "of one who calls now and one who stopped": [5, 97],
  "of one user": [98],
};

const filters = {
  "": {},
  ", of some days": { from: "1970-01-01T00:00:00.100Z", to: "1970-01-01T00:00:02.500Z" },
};

for (const [kind, numbers] of Object.entries(teams))
  for (const [bounds, filter] of Object.entries(filters))
    test(`the lead of a team ${kind} pages through exactly theirs${bounds}`, async (t) => {
      const { server, org } = t.context;
      const rows = await insertRecordings(server, org);
      const lead = await signInAsLead(server, org, numbers);
      const userIds = new Set(numbers.map((number) => buildRowId(number)));
      const [from, to] = "from" in filter ? [100_000, 2_500_999] : [0, Infinity];
      const expected = rows
        .filter((row) => userIds.has(row.user_id) && row.position >= from && row.position <= to)
        .toSorted((a, b) => b.position - a.position)
        .map(({ id }) => id);
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const { body } = await lead.query(PAGE, { after, filter });
        const { nodes, nextCursor, hasMore } = body.data.recordings;
        t.is(hasMore, nextCursor !== null);
        seen.push(...nodes.map(({ id }: { id: string }) => id));
        after = nextCursor;
      } while (after !== null);
      t.true(expected.length > 0);
      t.deepEqual(seen, expected);
    });
