import "reflect-metadata";
import fc from "fast-check";
import { decodeCursor, encodeCursor } from "../../graph/arguments/pagination.js";
import {
  fetchAllPages,
  pushAppointments,
  addActionItems,
  addClips,
  addComments,
  insertClients,
  insertRecordings,
} from "../helpers/rest/list-data.js";
import { pagedPaths } from "../helpers/rest/read-routes.js";
import { formatQuery } from "../helpers/graphql/format-query.js";
import type { Answer, Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { anyText } from "../helpers/rest/any-text.js";
import { isTime, invalidTimes } from "../helpers/times.js";

interface List {
  path: string;
  /** The query parameters that accept the cursor. */
  parameters: string[];
  /** Inserts entries with these times, in milliseconds. */
  fill: (server: SharedServer, org: Tenant, times: number[]) => Promise<unknown>;
}

const lists: List[] = [
  { path: "/v1/recordings", parameters: ["startAfter"], fill: insertRecordings },
  { path: "/v1/action-items", parameters: ["startAfter"], fill: addActionItems },
  { path: "/v1/comments", parameters: ["startAfter"], fill: addComments },
  { path: "/v1/clips", parameters: ["startAfter"], fill: addClips },
  { path: "/v1/clients", parameters: ["cursor", "startAfter"], fill: insertClients },
  {
    path: "/v1/scheduled-tasks",
    parameters: ["startAfter"],
    fill: (_, org, times) => pushAppointments(org, times),
  },
];

/** The mutations that delete an entry. */
const deletions: Record<string, string> = {
  "/v1/clients": "deleteClient",
  "/v1/action-items": "deleteActionItem",
  "/v1/comments": "deleteComment",
  "/v1/clips": "deleteClip",
};

const opaque = lists.filter(({ path }) => path !== "/v1/recordings");

const outcome = ({ status, body }: Answer): unknown[] => [status, body.code, body.field];

const loadAfter = (org: Tenant, path: string, name: string, cursor: string): Promise<Answer> =>
  org.get(`${path}?${formatQuery({ [name]: cursor })}`);

/** Returns the entries of a list response. */
const itemsOf = ({ body }: Answer): { id: string; event_id?: string }[] =>
  body.recordings ??
  body.clients ??
  body.appointments ??
  body.actionItems ??
  body.comments ??
  body.clips;

const firstCursor = async (org: Tenant, path: string): Promise<string> =>
  (await org.get(`${path}?limit=1`)).body.nextCursor;

test("this file tests the cursor of every paged list", (t) => {
  // event-feed.test.ts has the tests of the events' cursor.
  t.deepEqual([...lists.map(({ path }) => path), "/v1/events"].toSorted(), pagedPaths.toSorted());
});

/** Several entries share a millisecond; the order is mixed. */
const TIMES = [5, 1, 3, 3, 3, 9, 3, 7, 1, 1, 8, 2, 6].map((ms) => Date.parse("2026-03-03") + ms);

for (const { path, parameters, fill } of lists) {
  test(`${path}: an invalid cursor is rejected and its parameter named`, async (t) => {
    const { server, org } = t.context;
    await fill(server, org, TIMES);
    const texts = fc.oneof(
      anyText(1, 100),
      fc.stringMatching(/^[\w-]{1,120}$/),
      fc.constantFrom(
        "null",
        "0",
        "-1",
        "undefined",
        "{}",
        "[]",
        "'",
        "../",
        "%",
        "=",
        ...invalidTimes,
      ),
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(...parameters), async (text, name) => {
        fc.pre(!(path === "/v1/recordings" && isTime(text)));
        const answer = await loadAfter(org, path, name, text);
        t.deepEqual(outcome(answer), [400, "INVALID_CURSOR", name], JSON.stringify(text));
      }),
      { numRuns: 150 },
    );
  });

  test(`${path}: a cursor with U+0000 or excessive length is rejected`, async (t) => {
    const { org } = t.context;
    for (const name of parameters)
      for (const text of ["\0", "a\0b", "x".repeat(1025), "x".repeat(10_000)]) {
        const { status, body } = await loadAfter(org, path, name, text);
        t.deepEqual([status, body.field], [400, name]);
      }
  });

  test(`${path}: pages of any size contain every entry once, in list order`, async (t) => {
    const { server, org } = t.context;
    await fill(server, org, TIMES);
    const allEntries = itemsOf(await org.get(`${path}?limit=100`));
    t.is(new Set(allEntries.map(({ id }) => id)).size, TIMES.length);
    for (let limit = 1; limit <= TIMES.length + 1; limit += 1) {
      const answers = await fetchAllPages(org, path, limit, parameters.at(-1));
      t.deepEqual(answers.flatMap(itemsOf), allEntries, `by ${limit}`);
      t.is(answers.length, Math.ceil(TIMES.length / limit), "no page is empty");
      for (const [index, { body }] of answers.entries()) {
        const last = index === answers.length - 1;
        t.is(body.hasMore, !last);
        if (last) t.is(body.nextCursor, null);
        else t.is(typeof body.nextCursor, "string");
      }
    }
  });

  test(`${path}: an empty list is one page without a cursor`, async (t) => {
    const { body } = await t.context.org.get(path);
    const { nextCursor, hasMore, ...items } = body;
    t.deepEqual([nextCursor, hasMore, Object.values(items)], [null, false, [[]]]);
  });
}

for (const { path, parameters, fill } of opaque) {
  test(`${path}: a cursor with one changed character is rejected`, async (t) => {
    const { server, org } = t.context;
    await fill(server, org, TIMES);
    const cursor = await firstCursor(org, path);
    t.is((await loadAfter(org, path, parameters[0]!, cursor)).status, 200);
    const changed = fc
      .record({
        at: fc.nat(cursor.length - 1),
        letter: fc.oneof(fc.constantFrom(..."ABab019-_=.+/ ", ""), fc.string({ maxLength: 3 })),
      })
      .map(({ at, letter }) => cursor.slice(0, at) + letter + cursor.slice(at + 1))
      .filter((text) => text !== cursor && text !== "" && !text.includes("\0"));
    await fc.assert(
      fc.asyncProperty(changed, fc.constantFrom(...parameters), async (text, name) => {
        t.deepEqual(
          outcome(await loadAfter(org, path, name, text)),
          [400, "INVALID_CURSOR", name],
          text,
        );
      }),
      { numRuns: 100 },
    );
    for (const text of [`${cursor}=`, `${cursor}==`, ` ${cursor}`, `${cursor}\n`, cursor + cursor])
      t.deepEqual(outcome(await loadAfter(org, path, parameters[0]!, text)), [
        400,
        "INVALID_CURSOR",
        parameters[0],
      ]);
  });

  test(`${path}: a cursor with an edited position is rejected`, async (t) => {
    const { server, org } = t.context;
    await fill(server, org, TIMES);
    const decoded = Buffer.from(await firstCursor(org, path), "base64url").toString("latin1");
    for (const [from, to] of [
      [/\d(?=\.)/, "4"],
      [/^\d+/, "0"],
      [/^/, "-"],
      [/[\da-f]{8}-/, "00000000-"],
    ] as const) {
      // A position without an id.
      if (decoded.replace(from, to) === decoded) continue;
      const text = Buffer.from(decoded.replace(from, to), "latin1").toString("base64url");
      const answer = await loadAfter(org, path, parameters[0]!, text);
      t.deepEqual(outcome(answer), [400, "INVALID_CURSOR", parameters[0]], String(from));
    }
  });

  test(`${path}: a cursor of another organization or list is rejected`, async (t) => {
    const { server, org } = t.context;
    const other = await server.createTenant("Other");
    await other.createUser();
    for (const list of lists) {
      await list.fill(server, org, TIMES);
      await list.fill(server, other, TIMES);
    }
    const foreign = await firstCursor(other, path);
    t.is((await loadAfter(other, path, parameters[0]!, foreign)).status, 200);
    const cursors = [foreign];
    for (const list of lists)
      if (list.path !== path) cursors.push(await firstCursor(org, list.path));
    for (const cursor of cursors)
      for (const name of parameters)
        t.deepEqual(outcome(await loadAfter(org, path, name, cursor)), [
          400,
          "INVALID_CURSOR",
          name,
        ]);
  });

  test(`${path}: a cursor stays valid after its entry was deleted`, async (t) => {
    const { server, org } = t.context;
    await fill(server, org, TIMES);
    const items = itemsOf(await org.get(`${path}?limit=100`));
    const cursor = await firstCursor(org, path);
    if (path === "/v1/scheduled-tasks")
      await org.send("DELETE", `/v1/scheduled-tasks/${items[0]!.event_id}`);
    else
      await org.graphql(`mutation ($id: ID!) { ${deletions[path]}(id: $id) }`, {
        id: items[0]!.id,
      });
    const answer = await loadAfter(org, path, parameters[0]!, cursor);
    t.is(answer.status, 200);
    t.deepEqual(itemsOf(answer), items.slice(1));
  });
}

test("a cursor holds any position, and 759 bytes of it fit into a parameter", (t) => {
  for (const position of ["", "1.a", "Dach ü", "屋根 🏠", "a.b", "x".repeat(759)]) {
    const cursor = encodeCursor("list", "org", position);
    t.is(decodeCursor("list", "org", cursor), position);
    t.true(cursor.length <= 1024);
  }
  t.true(encodeCursor("list", "org", "x".repeat(760)).length > 1024);
  const invalidUtf8 = Buffer.from("\xff.AAAAAAAA", "latin1").toString("base64url");
  t.throws(() => decodeCursor("list", "org", invalidUtf8), { code: "INVALID_CURSOR" });
});

test("a recordings cursor is a time, and any UTC time is accepted", async (t) => {
  const { server, org } = t.context;
  const ids = await insertRecordings(
    server,
    org,
    [0, 1, 1, 2].map((ms) => Date.parse("2026-03-03") + ms),
  );
  const indexesAfter = async (startAfter: string): Promise<string[]> => {
    const answer = await loadAfter(org, "/v1/recordings", "startAfter", startAfter);
    t.is(answer.status, 200, answer.text);
    return answer.body.recordings.map(({ id }: { id: string }) => ids.indexOf(id));
  };
  t.regex(await firstCursor(org, "/v1/recordings"), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  t.deepEqual(await indexesAfter("2026-03-03T00:00:00.002Z"), [2, 1, 0] as never);
  t.deepEqual(await indexesAfter("2026-03-03T00:00:00.001Z"), [0] as never);
  t.deepEqual(await indexesAfter("2026-03-03T00:00:00.001001Z"), [1, 0] as never);
  t.deepEqual(await indexesAfter("2026-03-03T00:00:00.000Z"), []);
  t.deepEqual(await indexesAfter("2026-03-03T00:00+00:00"), []);
  t.deepEqual(await indexesAfter("9999-12-31T23:59:59.999Z"), [3, 2, 1, 0] as never);
});
