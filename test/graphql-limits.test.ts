import "./helpers/once.js";
import { post } from "./helpers/post.js";
import type { Answer } from "./helpers/server.js";
import { test } from "./helpers/suite.js";

const LIMIT = 10 * 1024 * 1024;

const codes = ({ body }: Answer): string[] =>
  body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);

test("a body may have 10 MiB and not a byte more", async (t) => {
  const { org, server } = t.context;
  const empty = JSON.stringify({ query: "{ viewer { role } }", more: "" });
  const body = (bytes: number): string =>
    JSON.stringify({ query: "{ viewer { role } }", more: "x".repeat(bytes - empty.length) });
  t.is((await post(server, org.internalToken, body(LIMIT))).status, 200);
  const answer = await post(server, org.internalToken, body(LIMIT + 1));
  t.is(answer.status, 413);
  t.deepEqual(codes(answer), ["PAYLOAD_TOO_LARGE"]);
});

/** Two levels, then two for each pair, then what is inside. */
const nested = (pairs: number, inner: string): string =>
  `{ recordings { nodes { ${"appointment { recording { ".repeat(pairs)} ${inner} ${"} }".repeat(pairs)} } } }`;

test("a document may be 12 levels deep and no deeper", async (t) => {
  const { org, server } = t.context;
  const allowed = await post(server, org.internalToken, { query: nested(4, "client { id }") });
  t.deepEqual(allowed.body, { data: { recordings: { nodes: [] } } });
  for (const query of [nested(5, "id"), nested(5, "client { id }"), nested(100, "id")]) {
    const answer = await post(server, org.internalToken, { query });
    t.is(answer.status, 400);
    t.deepEqual(codes(answer), ["GRAPHQL_VALIDATION_FAILED"]);
  }
});

test("fragments make a document no less deep", async (t) => {
  const { org, server } = t.context;
  const count = 12;
  const chain = Array.from({ length: count }, (_, index) => {
    const next = index === count - 1 ? "id" : `...F${index + 1}`;
    return `fragment F${index} on Recording { appointment { recording { ${next} } } }`;
  }).join(" ");
  const query = `{ recordings { nodes { ...F0 } } } ${chain}`;
  const answer = await post(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.deepEqual(new Set(codes(answer)), new Set(["GRAPHQL_VALIDATION_FAILED"]));
});

test("a fragment that has itself in it is refused", async (t) => {
  const { org, server } = t.context;
  const query = `{ recordings { nodes { ...F } } }
    fragment F on Recording { appointment { recording { ...F } } }`;
  const answer = await post(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.true(codes(answer).every((code) => code === "GRAPHQL_VALIDATION_FAILED"));
});

/** Three tokens for each name, and two around them. */
const wide = (names: number): string =>
  `{ ${Array.from({ length: names }, (_, index) => `n${index}: __typename`).join(" ")} }`;

test("a document may have 5,000 tokens and no more", async (t) => {
  const { org, server } = t.context;
  t.is((await post(server, org.internalToken, { query: wide(1666) })).status, 200);
  const answer = await post(server, org.internalToken, { query: wide(1667) });
  t.is(answer.status, 400);
  t.deepEqual(codes(answer), ["GRAPHQL_PARSE_FAILED"]);
});

test("asking for the schema is no way around the depth", async (t) => {
  const { org, server } = t.context;
  const query = `{ __schema { types { ${"fields { type { ".repeat(5)} name ${"} }".repeat(5)} } } }`;
  const answer = await post(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.deepEqual(new Set(codes(answer)), new Set(["GRAPHQL_VALIDATION_FAILED"]));
});
