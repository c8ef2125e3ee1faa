import { postGraphql } from "../../helpers/post-graphql.js";
import type { Answer } from "../../helpers/server.js";
import { test } from "../../helpers/suite.js";

const LIMIT = 10 * 1024 * 1024;

const codes = ({ body }: Answer): string[] =>
  body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);

test("a body may have 10 MiB and not a byte more", async (t) => {
  const { org, server } = t.context;
  const empty = JSON.stringify({ query: "{ viewer { role } }", more: "" });
  const body = (bytes: number): string =>
    JSON.stringify({ query: "{ viewer { role } }", more: "x".repeat(bytes - empty.length) });
  t.is((await postGraphql(server, org.internalToken, body(LIMIT))).status, 200);
  const answer = await postGraphql(server, org.internalToken, body(LIMIT + 1));
  t.is(answer.status, 413);
  t.deepEqual(codes(answer), ["PAYLOAD_TOO_LARGE"]);
});

/** Two levels, then two for each pair, then what is inside. */
const nested = (pairs: number, inner: string): string =>
  `{ recordings { nodes { ${"appointment { recording { ".repeat(pairs)} ${inner} ${"} }".repeat(pairs)} } } }`;

test("a document may be 12 levels deep and no deeper", async (t) => {
  const { org, server } = t.context;
  const allowed = await postGraphql(server, org.internalToken, {
    query: nested(4, "client { id }"),
  });
  t.deepEqual(allowed.body, { data: { recordings: { nodes: [] } } });
  for (const query of [nested(5, "id"), nested(5, "client { id }"), nested(100, "id")]) {
    const answer = await postGraphql(server, org.internalToken, { query });
    t.is(answer.status, 400);
    t.deepEqual(codes(answer), ["GRAPHQL_VALIDATION_FAILED"]);
  }
});

/** A page of recordings, a page of each one's client's recordings, and so on. */
const pages = (sizes: readonly (number | string)[]): string =>
  sizes.reduceRight<string>(
    (inner, size, index) =>
      `${index === 0 ? "" : "client { "}recordings(first: ${size}) { nodes { id ${inner} } }${index === 0 ? "" : " }"}`,
    "",
  );

test("a document may ask for 25,000 rows, however deep, and for no more", async (t) => {
  const { org, server } = t.context;
  const ask = async (query: string, variables = {}): Promise<Answer> =>
    postGraphql(server, org.internalToken, { query, variables });
  t.is((await ask(`{ ${pages([100, 100])} }`)).status, 200);
  t.is((await ask(`{ ${pages([25, 25, 25])} }`)).status, 200);
  const candidates = "matchCandidates { recording { matchCandidates { eventId } } }";
  for (const query of [
    `{ ${pages([100, 100, 2])} }`,
    `{ ${pages([30, 30, 30])} }`,
    `{ ${pages([100, 100])} again: ${pages([100, 100])} third: ${pages([100, 100])} }`,
    `{ recordings { nodes { ${candidates} } } }`,
    `{ ...F } fragment F on Query { ${pages([100, 100, 2])} }`,
  ]) {
    const answer = await ask(query);
    t.is(answer.status, 400, query);
    t.deepEqual(codes(answer), ["GRAPHQL_VALIDATION_FAILED"]);
    t.regex(
      answer.body.errors[0].message,
      /^The operation could read \d+ rows, more than the maximum of 25000/,
    );
  }
});

test("the sizes of pages count as they are sent, each time anew", async (t) => {
  const { org, server } = t.context;
  const query = `query ($a: Int, $b: Int = 100) { ${pages(["$a", "$b", 3])} }`;
  const ask = async (variables: object): Promise<number> =>
    (await postGraphql(server, org.internalToken, { query, variables })).status;
  t.is(await ask({ a: 100, b: 1 }), 200);
  t.is(await ask({ a: 100 }), 400);
  t.is(await ask({ a: 1 }), 200);
  t.is(await ask({ a: 1, b: 100 }), 200);
  t.is(await ask({ b: 100 }), 200);
  t.is(await ask({ a: 100, b: null }), 200);
  t.is(await ask({ b: 100, a: 100 }), 400);
});

test("fragments make a document no less deep", async (t) => {
  const { org, server } = t.context;
  const count = 12;
  const chain = Array.from({ length: count }, (_, index) => {
    const next = index === count - 1 ? "id" : `...F${index + 1}`;
    return `fragment F${index} on Recording { appointment { recording { ${next} } } }`;
  }).join(" ");
  const query = `{ recordings { nodes { ...F0 } } } ${chain}`;
  const answer = await postGraphql(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.deepEqual(new Set(codes(answer)), new Set(["GRAPHQL_VALIDATION_FAILED"]));
});

test("a fragment that has itself in it is refused", async (t) => {
  const { org, server } = t.context;
  const query = `{ recordings { nodes { ...F } } }
    fragment F on Recording { appointment { recording { ...F } } }`;
  const answer = await postGraphql(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.true(codes(answer).every((code) => code === "GRAPHQL_VALIDATION_FAILED"));
});

/** The tokens around a list of texts. */
const AROUND = 22;

const wide = (names: number): string =>
  Array.from({ length: names }, (_, index) => `n${index}: __typename`).join(" ");

const long = (tokens: number): string =>
  `{ stats(groupBy: user, filter: { emails: [${'"a" '.repeat(tokens - AROUND)}] }) { errors { type } } }`;

const inner = (count: number): string => `{ recordings(first: 100) { nodes { client {
  recordings(first: 100) { nodes { ${wide(count)} } } } } } }`;

const spreads = (name: string): string => `${name} `.repeat(30);

test("a document may have 5,000 tokens and no more", async (t) => {
  const { org, server } = t.context;
  t.is((await postGraphql(server, org.internalToken, { query: long(5_000) })).status, 200);
  const answer = await postGraphql(server, org.internalToken, { query: long(5_001) });
  t.is(answer.status, 400);
  t.deepEqual(codes(answer), ["GRAPHQL_PARSE_FAILED"]);
});

test("a document may have 100 aliases and no more, wherever they are", async (t) => {
  const { org, server } = t.context;
  const ask = async (query: string): Promise<Answer> =>
    postGraphql(server, org.internalToken, { query });
  t.is((await ask(`{ ${wide(100)} }`)).status, 200);
  for (const query of [
    `{ ${wide(101)} }`,
    `{ ${wide(50)} ...F } fragment F on Query { viewer { ${wide(51)} } }`,
    `{ __schema { types { ${wide(101)} } } }`,
  ]) {
    const answer = await ask(query);
    t.is(answer.status, 400, query);
    t.deepEqual(codes(answer), ["GRAPHQL_VALIDATION_FAILED"]);
  }
});

test("a document may ask for 500,000 values, and for no more", async (t) => {
  const { org, server } = t.context;
  t.is((await postGraphql(server, org.internalToken, { query: inner(50) })).status, 200);
  const answer = await postGraphql(server, org.internalToken, { query: inner(51) });
  t.is(answer.status, 400);
  t.deepEqual(codes(answer), ["GRAPHQL_VALIDATION_FAILED"]);
  t.regex(
    answer.body.errors[0].message,
    /^The answer could have 510000 values, more than the maximum of 500000/,
  );
});

test("fragments that are spread again and again are refused, not counted without end", async (t) => {
  const { org, server } = t.context;
  const query = `{ ${spreads("...A")} } fragment A on Query { ${spreads("...B")} }
    fragment B on Query { ${spreads("...C")} } fragment C on Query { viewer { role } }`;
  const answer = await postGraphql(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.deepEqual(codes(answer), ["GRAPHQL_VALIDATION_FAILED"]);
});

test("asking for the schema is no way around the depth", async (t) => {
  const { org, server } = t.context;
  const query = `{ __schema { types { ${"fields { type { ".repeat(5)} name ${"} }".repeat(5)} } } }`;
  const answer = await postGraphql(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.deepEqual(new Set(codes(answer)), new Set(["GRAPHQL_VALIDATION_FAILED"]));
});
