import { insertAll } from "../../db/engine/insert-all.js";
import { findUserByEmail } from "../../db/people/users.js";
import { fetchAllPages } from "../helpers/rest/list-data.js";
import type { Answer, Tenant, TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const COUNT = 1000;
const PAGE = 90;

const idsOf = ({ body }: Answer): string[] => body.recordings.map(({ id }: { id: string }) => id);

/** Inserts recordings of one millisecond and returns their ids, oldest first. */
const storeTogether = async (
  { services }: TestServer,
  org: Tenant,
  count: number,
  time: number,
): Promise<string[]> => {
  const user = await findUserByEmail(services.db, org.id, "rep@example.com");
  const rows = Array.from({ length: count }, (_, index) => ({
    organization_id: org.id,
    id: services.newId(),
    position: time * 1000 + index,
    updated_position: time * 1000 + index,
    processed_position: time * 1000 + index,
    status: "processed",
    source: "dialer",
    name: `Call ${index}`,
    user_id: user!.id,
    started_at: time,
    duration: 0,
    custom_fields: "{}",
    closed: 0,
    summary: "",
    notes: "",
  }));
  await insertAll(services.db, "recordings", rows);
  await services
    .db("organizations")
    .where("id", org.id)
    .update({ last_position: time * 1000 + count });
  return rows.map(({ id }) => id);
};

test.serial("pages of a thousand recordings of one millisecond lose and repeat none", async (t) => {
  const { server, org } = t.context;
  const now = server.clock.time;
  server.clock.step = 0;
  t.teardown(() => {
    server.clock.step = 1;
  });
  const stored = await storeTogether(server, org, COUNT, now);
  const newestFirst = stored.toReversed();

  const late: string[] = [];
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&startAfter=${cursor}`;
    const [page, id]: [Answer, string | undefined] = await Promise.all([
      org.get(`/v1/recordings?limit=${PAGE}${query}`),
      // In the same millisecond: the clock stands still.
      cursor === null ? undefined : org.createProcessed(),
    ]);
    if (id !== undefined) late.push(id);
    t.is(page.status, 200);
    for (const { createdAt } of page.body.recordings) t.is(Date.parse(createdAt), now);
    seen.push(...idsOf(page));
    cursor = page.body.nextCursor;
    t.is(page.body.hasMore, cursor !== null);
  } while (cursor !== null);
  t.deepEqual(seen, newestFirst);

  const all = (await fetchAllPages(org, "/v1/recordings", 100)).flatMap(idsOf);
  t.is(late.length, Math.ceil(COUNT / PAGE) - 1);
  t.deepEqual(all.toSorted(), [...late, ...stored].toSorted());
  t.deepEqual(all.slice(late.length), newestFirst);
});

test.serial("calls that arrive in the same millisecond have different positions", async (t) => {
  const { server, org } = t.context;
  server.clock.step = 0;
  t.teardown(() => {
    server.clock.step = 1;
  });
  const ids = await Promise.all(Array.from({ length: 20 }, () => org.createProcessed()));
  const answers = await fetchAllPages(org, "/v1/recordings", 1);
  t.deepEqual(answers.flatMap(idsOf).toSorted(), ids.toSorted());
  t.is(new Set(answers.map(({ body }) => body.nextCursor)).size, ids.length);
});
