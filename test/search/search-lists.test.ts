import { formatQuery } from "../helpers/graphql/format-query.js";
import {
  searchNames,
  createRecordingSaying,
  searchRecordings,
  formatSnippet,
  type SearchMatch,
} from "../helpers/search/search.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const names = (answer: { body: { recordings: { name: string }[] } }): string[] =>
  answer.body.recordings.map(({ name }) => name);

const fetchList = async (org: Tenant, parameters: Record<string, string>) =>
  org.get(`/v1/recordings?${formatQuery(parameters)}`);

test("relevance ranks names and frequent words first, then newer recordings", async (t) => {
  const { org } = t.context;
  await createRecordingSaying(org, "Gutter", "something else was said here");
  await createRecordingSaying(org, "a", "the gutter is gutter and gutter");
  await createRecordingSaying(org, "b", "the gutter is old and long");
  await createRecordingSaying(org, "c", "the gutter is old and long");
  t.deepEqual(await searchNames(org, "gutter"), ["Gutter", "a", "c", "b"]);
  t.deepEqual(await searchNames(org, "gutter", { order: "relevance" }), ["Gutter", "a", "c", "b"]);
  t.deepEqual(await searchNames(org, "gutter", { order: "newest" }), ["c", "b", "a", "Gutter"]);
});

for (const order of ["relevance", "newest"] as const)
  test(`pages of a search list every recording once (${order})`, async (t) => {
    const { org } = t.context;
    for (let count = 0; count < 7; count += 1)
      await createRecordingSaying(org, `n${count}`, `roof ${"roof ".repeat(count % 3)} again`);
    const all = await searchNames(org, "roof", { order });
    t.is(all.length, 7);
    for (const first of [1, 3, 7]) {
      const paged: string[] = [];
      for (let after: string | null = null, more = true; more;) {
        const page = await searchRecordings(org, "roof", { order, first, after });
        paged.push(...page.nodes.map(({ name }) => name));
        t.is(page.hasMore, page.nextCursor !== null);
        [after, more] = [page.nextCursor, page.hasMore];
      }
      t.deepEqual(paged, all);
    }
  });

test("a cursor before the first recording returns an empty page", async (t) => {
  const { org } = t.context;
  await createRecordingSaying(org, "roof", "roof");
  const startAfter = "1970-01-01T00:00:00.000Z";
  t.deepEqual(names(await fetchList(org, { search: "roof", order: "newest", startAfter })), []);
  t.deepEqual(names(await fetchList(org, { startAfter })), []);
});

test("a search continues after its last page, whatever is written meanwhile", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  for (let count = 0; count < 5; count += 1)
    await createRecordingSaying(org, `n${count}`, `roof ${"roof ".repeat(count % 3)} again`);
  const all = await searchNames(org, "roof");
  const paged: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const page = await searchRecordings(org, "roof", { first: 1, after });
    paged.push(...page.nodes.map(({ name }) => name));
    [after, more] = [page.nextCursor, page.hasMore];
    // Every recording changes how rare a word is, and with it every rank.
    await createRecordingSaying(other, "another", "roof gutter window");
    await createRecordingSaying(org, "unlike", "gutter");
  }
  t.deepEqual(paged, all);
});

test("a search continues after its last page, although its last recording was erased", async (t) => {
  const { org } = t.context;
  for (let count = 0; count < 4; count += 1) await createRecordingSaying(org, `n${count}`, "roof");
  const all = await searchNames(org, "roof");
  const first = await searchRecordings(org, "roof", { first: 1 });
  const second = await searchRecordings(org, "roof", { first: 1, after: first.nextCursor });
  const { recordings } = await org.graphql("{ recordings { nodes { id name } } }");
  const { id } = recordings.nodes.find(({ name }: { name: string }) => name === all[1]);
  await org.graphql(`mutation { deleteRecording(id: "${id}") }`);
  const third = await searchRecordings(org, "roof", { after: second.nextCursor });
  t.deepEqual(
    third.nodes.map(({ name }) => name),
    all.slice(2),
  );
});

test("a cursor of relevance says nothing of recordings that others have", async (t) => {
  const { org, server } = t.context;
  for (const name of ["a", "b"]) await createRecordingSaying(org, name, "roof gutter");
  const load = async () => (await searchRecordings(org, "roof", { first: 1 })).nextCursor;
  const before = await load();
  const other = await server.createTenant();
  await other.createUser();
  await createRecordingSaying(other, "c", "roof gutter window");
  await createRecordingSaying(org, "d", "gutter window");
  t.is(await load(), before);
});

test("a cursor of relevance is valid for its search and organization only", async (t) => {
  const { org, server } = t.context;
  for (const name of ["a", "b"]) await createRecordingSaying(org, name, "roof gutter");
  const { nextCursor } = await searchRecordings(org, "roof", { first: 1 });
  const other = await server.createTenant();
  for (const [caller, words, startAfter] of [
    [org, "gutter", nextCursor!],
    [other, "roof", nextCursor!],
    [org, "roof", "2026-01-01T00:00:00.000Z"],
    [org, "roof", "x"],
  ] as const) {
    const { status, body } = await fetchList(caller, { search: words, startAfter });
    t.is(status, 400);
    t.like(body, { code: "INVALID_CURSOR", field: "startAfter" });
  }
});

test("GET /v1/recordings shows matches only for a search", async (t) => {
  const { org } = t.context;
  await createRecordingSaying(org, "Visit", "Hello.", "The roof leaks.");
  const { body } = await fetchList(org, { search: "roof", order: "newest" });
  t.deepEqual(
    body.recordings[0].matches.map((match: SearchMatch) => [match.field, match.start]),
    [["transcript", 1000]],
  );
  t.is(formatSnippet(body.recordings[0].matches[0]), "Hello.\nThe [roof] leaks.");
  t.deepEqual(Object.keys(body).toSorted(), ["hasMore", "nextCursor", "recordings"]);
  t.false("matches" in (await fetchList(org, {})).body.recordings[0]);
  const { recordings } = await org.graphql("{ recordings { nodes { searchMatches { field } } } }");
  t.is(recordings.nodes[0].searchMatches, null);
});

for (const order of ["relevance", "newest"] as const)
  test(`a search and other filters apply together (${order})`, async (t) => {
    const { org } = t.context;
    await org.createUser("other@example.com");
    const client = { id: "c-1", name: "Ann" };
    await org.createProcessed({ name: "a", customer: client }, { summary: "roof", tags: ["hot"] });
    await org.createProcessed({ name: "b", user_email: "other@example.com" }, { summary: "roof" });
    await org.createProcessed({ name: "c" }, { summary: "door", tags: ["hot"] });
    const search = async (filter: object) => searchNames(org, "roof", { order, filter });
    t.deepEqual((await search({})).toSorted(), ["a", "b"]);
    t.deepEqual(await search({ userEmail: "OTHER@example.com" }), ["b"]);
    t.deepEqual(await search({ userEmail: "nobody@example.com" }), []);
    t.deepEqual(await search({ tag: "hot" }), ["a"]);
    const { clients } = await org.graphql("{ clients { nodes { id } } }");
    t.deepEqual(await search({ clientId: clients.nodes[0].id }), ["a"]);
    const { recordings } = await org.graphql("{ recordings { nodes { createdAt } } }");
    const [, b, a] = recordings.nodes.map((node: { createdAt: string }) => node.createdAt);
    t.deepEqual(await search({ from: b }), ["b"]);
    t.deepEqual(await search({ to: a }), ["a"]);
    t.deepEqual((await search({ from: a, to: b, updatedSince: a })).toSorted(), ["a", "b"]);
    t.deepEqual(await search({ updatedSince: "2099-01-01" }), []);
    t.deepEqual(names(await fetchList(org, { search: "roof", order, fromDate: b })), ["b"]);
  });

test("an empty or too long search is refused by name", async (t) => {
  const { org } = t.context;
  const refused: [Record<string, string>, string][] = [
    [{ search: "" }, "must not be empty"],
    [{ search: " " }, "must contain a word to search for"],
    [{ search: '"" - * () !?' }, "must contain a word to search for"],
    [{ search: "-roof" }, "must contain a word to search for"],
    [{ search: "x".repeat(257) }, "must be at most 256 characters"],
    [{ search: "x ".repeat(33) }, "must be at most 32 words"],
  ];
  for (const [parameters, reason] of refused) {
    const { status, body } = await fetchList(org, parameters);
    t.is(status, 400);
    t.deepEqual(body, { message: `search ${reason}`, code: "INVALID_FIELD", field: "search" });
  }
  t.like((await fetchList(org, { order: "relevance" })).body, { field: "order" });
  t.like((await fetchList(org, { search: "roof", order: "oldest" })).body, { field: "order" });
  const loadError = async (filter: string) =>
    (await org.sendGraphql(`{ recordings(filter: { ${filter} }) { hasMore } }`)).errors?.[0]
      ?.extensions;
  t.deepEqual(await loadError('search: ""'), { code: "INVALID_FIELD", field: "search" });
  t.deepEqual(await loadError('search: "a", status: failed'), {
    code: "INVALID_FIELD",
    field: "search",
  });
  t.is(await loadError("search: null"), undefined);
});
