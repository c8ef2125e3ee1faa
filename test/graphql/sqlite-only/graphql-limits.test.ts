import { postGraphql } from "../../helpers/graphql/post-graphql.js";
import type { Answer } from "../../helpers/server.js";
import { test } from "../../helpers/suite.js";

const LIMIT = 10 * 1024 * 1024;

const errorCodesOf = ({ body }: Answer): string[] =>
  body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);

test("a body may have 10 MiB, but not a byte more", async (t) => {
  const { org, server } = t.context;
  const empty = JSON.stringify({ query: "{ viewer { role } }", more: "" });
  const body = (bytes: number): string =>
    JSON.stringify({ query: "{ viewer { role } }", more: "x".repeat(bytes - empty.length) });
  t.is((await postGraphql(server, org.internalToken, body(LIMIT))).status, 200);
  const answer = await postGraphql(server, org.internalToken, body(LIMIT + 1));
  t.is(answer.status, 413);
  t.deepEqual(errorCodesOf(answer), ["PAYLOAD_TOO_LARGE"]);
});

/** Two levels, two more for each pair, and those of `inner`. */
const buildNested = (pairs: number, buildManyValues: string): string =>
  `{ recordings { nodes { ${"appointment { recording { ".repeat(pairs)} ${buildManyValues} ${"} }".repeat(pairs)} } } }`;

test("a document may be 12 levels deep, but not deeper", async (t) => {
  const { org, server } = t.context;
  const allowed = await postGraphql(server, org.internalToken, {
    query: buildNested(4, "client { id }"),
  });
  t.deepEqual(allowed.body, { data: { recordings: { nodes: [] } } });
  for (const query of [
    buildNested(5, "id"),
    buildNested(5, "client { id }"),
    buildNested(100, "id"),
  ]) {
    const answer = await postGraphql(server, org.internalToken, { query });
    t.is(answer.status, 400);
    t.deepEqual(errorCodesOf(answer), ["GRAPHQL_VALIDATION_FAILED"]);
  }
});

/** Builds a page of recordings, with a page of each client's recordings, and so on. */
const buildPages = (sizes: readonly (number | string)[]): string =>
  sizes.reduceRight<string>(
    (buildManyValues, size, index) =>
      `${index === 0 ? "" : "client { "}recordings(first: ${size}) { nodes { id ${buildManyValues} } }${index === 0 ? "" : " }"}`,
    "",
  );

test("a document may request 25,000 rows at any depth, but not more", async (t) => {
  const { org, server } = t.context;
  const send = async (query: string, variables = {}): Promise<Answer> =>
    postGraphql(server, org.internalToken, { query, variables });
  t.is((await send(`{ ${buildPages([100, 100])} }`)).status, 200);
  t.is((await send(`{ ${buildPages([25, 25, 25])} }`)).status, 200);
  const candidates = "matchCandidates { recording { matchCandidates { eventId } } }";
  for (const query of [
    `{ ${buildPages([100, 100, 2])} }`,
    `{ ${buildPages([30, 30, 30])} }`,
    `{ ${buildPages([100, 100])} again: ${buildPages([100, 100])} third: ${buildPages([100, 100])} }`,
    `{ recordings { nodes { ${candidates} } } }`,
    `{ ...F } fragment F on Query { ${buildPages([100, 100, 2])} }`,
  ]) {
    const answer = await send(query);
    t.is(answer.status, 400, query);
    t.deepEqual(errorCodesOf(answer), ["GRAPHQL_VALIDATION_FAILED"]);
    t.regex(
      answer.body.errors[0].message,
      /^The operation could read \d+ rows, more than the maximum of 25000/,
    );
  }
});

test("page sizes count as sent, on every request", async (t) => {
  const { org, server } = t.context;
  const query = `query ($a: Int, $b: Int = 100) { ${buildPages(["$a", "$b", 3])} }`;
  const send = async (variables: object): Promise<number> =>
    (await postGraphql(server, org.internalToken, { query, variables })).status;
  t.is(await send({ a: 100, b: 1 }), 200);
  t.is(await send({ a: 100 }), 400);
  t.is(await send({ a: 1 }), 200);
  t.is(await send({ a: 1, b: 100 }), 200);
  t.is(await send({ b: 100 }), 200);
  t.is(await send({ a: 100, b: null }), 200);
  t.is(await send({ b: 100, a: 100 }), 400);
});

test("fragments count toward the depth limit", async (t) => {
  const { org, server } = t.context;
  const count = 12;
  const chain = Array.from({ length: count }, (_, index) => {
    const next = index === count - 1 ? "id" : `...F${index + 1}`;
    return `fragment F${index} on Recording { appointment { recording { ${next} } } }`;
  }).join(" ");
  const query = `{ recordings { nodes { ...F0 } } } ${chain}`;
  const answer = await postGraphql(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.deepEqual(new Set(errorCodesOf(answer)), new Set(["GRAPHQL_VALIDATION_FAILED"]));
});

test("a recursive fragment is rejected", async (t) => {
  const { org, server } = t.context;
  const query = `{ recordings { nodes { ...F } } }
    fragment F on Recording { appointment { recording { ...F } } }`;
  const answer = await postGraphql(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.true(errorCodesOf(answer).every((code) => code === "GRAPHQL_VALIDATION_FAILED"));
});

/** The tokens around the list of strings. */
const SURROUNDING_TOKENS = 22;

const buildAliases = (names: number): string =>
  Array.from({ length: names }, (_, index) => `n${index}: __typename`).join(" ");

const buildLongDocument = (tokens: number): string =>
  `{ stats(groupBy: user, filter: { emails: [${'"a" '.repeat(tokens - SURROUNDING_TOKENS)}] }) { errors { type } } }`;

const buildManyValues = (count: number): string => `{ recordings(first: 100) { nodes { client {
  recordings(first: 100) { nodes { ${buildAliases(count)} } } } } } }`;

const repeatSpread = (name: string): string => `${name} `.repeat(30);

test("a document may have 5,000 tokens, but not more", async (t) => {
  const { org, server } = t.context;
  t.is(
    (await postGraphql(server, org.internalToken, { query: buildLongDocument(5_000) })).status,
    200,
  );
  const answer = await postGraphql(server, org.internalToken, { query: buildLongDocument(5_001) });
  t.is(answer.status, 400);
  t.deepEqual(errorCodesOf(answer), ["GRAPHQL_PARSE_FAILED"]);
});

test("a document may have 100 aliases anywhere, but not more", async (t) => {
  const { org, server } = t.context;
  const send = async (query: string): Promise<Answer> =>
    postGraphql(server, org.internalToken, { query });
  t.is((await send(`{ ${buildAliases(100)} }`)).status, 200);
  for (const query of [
    `{ ${buildAliases(101)} }`,
    `{ ${buildAliases(50)} ...F } fragment F on Query { viewer { ${buildAliases(51)} } }`,
    `{ __schema { types { ${buildAliases(101)} } } }`,
  ]) {
    const answer = await send(query);
    t.is(answer.status, 400, query);
    t.deepEqual(errorCodesOf(answer), ["GRAPHQL_VALIDATION_FAILED"]);
  }
});

test("a document may request 500,000 values, but not more", async (t) => {
  const { org, server } = t.context;
  t.is((await postGraphql(server, org.internalToken, { query: buildManyValues(50) })).status, 200);
  const answer = await postGraphql(server, org.internalToken, { query: buildManyValues(51) });
  t.is(answer.status, 400);
  t.deepEqual(errorCodesOf(answer), ["GRAPHQL_VALIDATION_FAILED"]);
  t.regex(
    answer.body.errors[0].message,
    /^The response could have 510000 values, more than the maximum of 500000/,
  );
});

test("fragments spread exponentially often are rejected quickly", async (t) => {
  const { org, server } = t.context;
  const query = `{ ${repeatSpread("...A")} } fragment A on Query { ${repeatSpread("...B")} }
    fragment B on Query { ${repeatSpread("...C")} } fragment C on Query { viewer { role } }`;
  const answer = await postGraphql(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.deepEqual(errorCodesOf(answer), ["GRAPHQL_VALIDATION_FAILED"]);
});

test("introspection obeys the depth limit", async (t) => {
  const { org, server } = t.context;
  const query = `{ __schema { types { ${"fields { type { ".repeat(5)} name ${"} }".repeat(5)} } } }`;
  const answer = await postGraphql(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.deepEqual(new Set(errorCodesOf(answer)), new Set(["GRAPHQL_VALIDATION_FAILED"]));
});
