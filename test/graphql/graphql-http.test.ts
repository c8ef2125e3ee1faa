import { serverAudits } from "graphql-http";
import { postGraphql } from "../helpers/graphql/post-graphql.js";
import { test } from "../helpers/suite.js";

/** The MAY audits that fail: a GET needs a header that no form or link can send. */
const FAILING_AUDITS = ["5A70", "6A70", "D6D5"];

test("/graphql passes every MUST and SHOULD audit of GraphQL over HTTP", async (t) => {
  const { org, server } = t.context;
  const fetchFn = async (url: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url, { ...init, headers: { ...init.headers, "x-api-key": org.apiKey } });
  const audits = serverAudits({ url: `${server.url}/graphql`, fetchFn });
  const results = await Promise.all(audits.map(({ fn }) => fn()));
  const failed = results.filter(({ status }) => status !== "ok");
  t.deepEqual(failed.map(({ id }) => id).toSorted(), FAILING_AUDITS);
  for (const { name } of failed) t.regex(name, /^MAY /);
  const count = (level: string): number =>
    results.filter(({ name }) => name.startsWith(`${level} `)).length;
  t.true(count("MUST") > 12 && count("SHOULD") > 20);
});

/** Documents that can't be executed, with their error codes. */
const invalidDocuments: [code: string, body: object][] = [
  ["GRAPHQL_PARSE_FAILED", { query: "{" }],
  ["GRAPHQL_VALIDATION_FAILED", { query: "{ colour }" }],
  ["OPERATION_RESOLUTION_FAILURE", { query: "query A { __typename }", operationName: "B" }],
  ["MISSING_REQUIRED_FIELD", { query: "query ($id: ID!) { recording(id: $id) { id } }" }],
];

for (const [code, body] of invalidDocuments)
  test(`${code} has status 200 for Accept: application/json, else 400`, async (t) => {
    const { org, server } = t.context;
    const post = async (accept: string) => postGraphql(server, org.internalToken, body, { accept });
    const plain = await post("application/json");
    t.is(plain.status, 200);
    for (const accept of [
      "*/*",
      "application/graphql-response+json",
      "application/graphql-response+json, application/json;q=0.9",
    ]) {
      const answer = await post(accept);
      t.is(answer.status, 400, accept);
      t.deepEqual(answer.body, plain.body);
    }
    t.is(plain.body.errors[0].extensions.code, code);
    t.false("data" in plain.body);
  });

test("an invalid GraphQL request gets 400 or 415 for every Accept header", async (t) => {
  const { org, server } = t.context;
  const headers = { accept: "application/json" };
  for (const body of [{}, { query: 5 }, "{"])
    t.is((await postGraphql(server, org.internalToken, body, headers)).status, 400);
  const text = { ...headers, "content-type": "text/plain" };
  t.is((await postGraphql(server, org.internalToken, { query: "{" }, text)).status, 415);
});

test("an unsupported Accept header still gets the result as JSON", async (t) => {
  const { org, server } = t.context;
  const query = `mutation { upsertUser(input: { email: "kim@example.com", name: "Kim" }) { email } }`;
  for (const accept of ["text/plain", "nothing", "application/json;q=0"]) {
    const answer = await postGraphql(server, org.internalToken, { query }, { accept });
    t.is(answer.status, 200);
    t.is(answer.body.data.upsertUser.email, "kim@example.com");
  }
});
