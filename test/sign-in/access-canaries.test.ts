import { createTemplate } from "../harness/isolation/filled-organization.js";
import { readAnswer, renameRep } from "../harness/access/answers.js";
import { listForgottenParameters, listKeyRequests } from "../harness/access/key-requests.js";
import { ABSENT, createRep, type RepData } from "../harness/access/rep-data.js";
import { connectAssistant } from "../helpers/mcp/assistant.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const SCOPES = ["read", "export", "mcp"];

type HeaderMap = Record<string, string>;

const createReps = async (server: TestServer, org: Tenant, words: readonly string[]) => {
  const template = await createTemplate(org, (what) => `everybodysx${what}`);
  const reps: RepData[] = [];
  for (const word of words) reps.push(await createRep(server, org, `canary${word}`, template));
  return reps as [RepData, ...RepData[]];
};

/** Asks everything with the names of each rep. Returns where the word of a rep occurs first, by word. */
const findSeenWords = async (
  server: TestServer,
  credential: HeaderMap,
  reps: readonly RepData[],
): Promise<Record<string, string>> => {
  const seen: Record<string, string> = {};
  for (const named of [...reps, ABSENT])
    for (const request of listKeyRequests(named)) {
      const answer = await readAnswer(server, credential, request);
      for (const { word } of reps) {
        // Statistics and searches may repeat what the request has.
        const isEcho = word === named.word && /email_not_found/.test(answer);
        const own = isEcho ? answer.replaceAll(/\\*"value\\*":\\*"[^"]*"/g, "") : answer;
        if (own.includes(word)) seen[word] ??= `${JSON.stringify(request)}: ${own.slice(0, 400)}`;
      }
    }
  return seen;
};

test.serial(
  "every parameter of a read and every tool is tried with the names of others",
  async (t) => {
    const { server, org } = t.context;
    t.deepEqual(listForgottenParameters(), []);
    const { client } = await connectAssistant(t, server.url, org.apiKey);
    const tried = listKeyRequests(ABSENT).flatMap(({ body }) =>
      body === undefined ? [] : (JSON.parse(body) as { params: { name: string } }).params.name,
    );
    const { tools } = await client.listTools();
    t.deepEqual([...new Set(tried)].toSorted(), tools.map(({ name }) => name).toSorted());
  },
);

type Reader = "all" | "API key" | "team" | "person";

const createCredential = async (reader: Reader, org: Tenant, own: RepData): Promise<HeaderMap> => {
  if (reader === "API key") return { "x-api-key": org.apiKey };
  const inputs = {
    all: { scopes: SCOPES },
    team: { scopes: SCOPES, teamIds: [own.team] },
    person: { scopes: ["read", "mcp"], userEmail: own.email },
  };
  return { "x-api-key": (await createNamedKey(org, inputs[reader])).key };
};

for (const [reader, seesAll] of [
  ["all", true],
  ["API key", true],
  ["team", false],
  ["person", false],
] as const)
  test.serial(`a key finds no word of others on any surface: ${reader}`, async (t) => {
    const { server, org } = t.context;
    const stranger = await server.createTenant();
    const mark = reader.replace(" ", "").toLowerCase();
    const [foreign] = await createReps(server, stranger, [`stranger${mark}`]);
    const reps = await createReps(server, org, [`own${mark}`, `other${mark}`]);
    const credential = await createCredential(reader, org, reps[0]);
    const seen = await findSeenWords(server, credential, [...reps, foreign]);
    const words = seesAll ? reps.map(({ word }) => word) : [reps[0].word];
    t.deepEqual(Object.keys(seen).toSorted(), words.toSorted(), JSON.stringify(seen));
  });

test.serial("what a key may not see is answered like what doesn't exist", async (t) => {
  const { server, org } = t.context;
  const stranger = await server.createTenant();
  const foreigners = await createReps(server, stranger, ["stranger2"]);
  const [own, other] = await createReps(server, org, ["own2", "other2"]);
  const { key } = await createNamedKey(org, { scopes: SCOPES, teamIds: [own.team] });
  const credential = { "x-api-key": key };
  const absent = listKeyRequests(ABSENT);
  for (const rep of [other!, ...foreigners])
    for (const [index, request] of listKeyRequests(rep).entries())
      t.is(
        renameRep(await readAnswer(server, credential, request), rep, ABSENT),
        renameRep(await readAnswer(server, credential, absent[index]!), rep, ABSENT),
        JSON.stringify(request),
      );
});
