import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { SizedCache } from "../../src/api/graphql/sized-cache.js";
import { postGraphql } from "../helpers/graphql/post-graphql.js";
import type { Answer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const REQUESTS = 40;
const LONG = "x".repeat(2_000_000);
const MAX_KEPT_BYTES = 20_000_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the bytes that remain in memory after the requests. */
const measureKept = async (send: (index: number) => Promise<unknown>): Promise<number> => {
  await send(0);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let index = 1; index <= REQUESTS; index += 1) await send(index);
  collectGarbage();
  return process.memoryUsage().heapUsed - before;
};

const bodies: Record<string, (index: number) => object> = {
  "the name of an undeclared variable": (index) => ({
    query: "{ viewer { role } }",
    variables: { [`${LONG}${index}`]: 1 },
  }),
  "a comment in the query": (index) => ({ query: `# ${LONG}${index}\n{ viewer { role } }` }),
  "a text in the query": (index) => ({
    query: `query ($a: String = "${LONG}${index}") { appointment(eventId: $a) { id } }`,
  }),
};

for (const [place, build] of Object.entries(bodies))
  test.serial(`requests with 2 MB in ${place} leave nothing in memory`, async (t) => {
    const { org, server } = t.context;
    const kept = await measureKept(async (index) =>
      postGraphql(server, org.internalToken, build(index)),
    );
    t.true(kept < MAX_KEPT_BYTES, `${kept} bytes`);
  });

test.serial("an operation name has at most 256 characters", async (t) => {
  const { org, server } = t.context;
  const send = async (length: number): Promise<Answer> => {
    const name = "a".repeat(length);
    const body = { query: `query ${name.slice(0, 256)} { viewer { role } }`, operationName: name };
    return postGraphql(server, org.internalToken, body);
  };
  t.is((await send(256)).status, 200);
  const refused = await send(257);
  t.is(refused.status, 400);
  t.is(refused.body.errors[0].message, "operationName has more than 256 characters");
});

test.serial("a sized cache keeps the values used last", (t) => {
  const cache = new SizedCache<string, number>(10);
  cache.set("a", 1, 4);
  cache.set("b", 2, 4);
  t.is(cache.get("a"), 1);
  cache.set("c", 3, 4);
  t.deepEqual([cache.has("a"), cache.has("b"), cache.has("c")], [true, false, true]);
  cache.set("a", 4, 1);
  cache.set("d", 5, 5);
  t.deepEqual([cache.get("a"), cache.get("c"), cache.get("d")], [4, 3, 5]);
  cache.set("e", 6, 11);
  t.false(cache.has("e"));
});

test.serial("a document has at most 1,000,000 characters", async (t) => {
  const { org, server } = t.context;
  const send = async (characters: number): Promise<Answer> =>
    postGraphql(server, org.internalToken, {
      query: "{ viewer { role } } # ".padEnd(characters, "a "),
    });
  t.is((await send(1_000_000)).status, 200);
  const refused = await send(1_000_001);
  t.is(refused.status, 400);
  t.regex(
    refused.body.errors[0].message,
    /has more than 1000000 characters; send long texts as variables/,
  );
});
