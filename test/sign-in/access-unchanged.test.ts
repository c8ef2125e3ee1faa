import { createTemplate } from "../harness/isolation/filled-organization.js";
import { readAnswer } from "../harness/access/answers.js";
import { listKeyRequests } from "../harness/access/key-requests.js";
import { createRep, type RepData } from "../harness/access/rep-data.js";
import { createNamedKey } from "../helpers/named-keys.js";
import type { TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

type HeaderMap = Record<string, string>;

const readAll = async (
  server: TestServer,
  credential: HeaderMap,
  rep: RepData,
): Promise<Map<string, string>> => {
  const answers = new Map<string, string>();
  for (const request of listKeyRequests(rep))
    answers.set(JSON.stringify(request), await readAnswer(server, credential, request));
  return answers;
};

test.serial("what others do changes no answer: no total, count, cursor or ETag", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, (what) => `everybodysx${what}`);
  const own = await createRep(server, org, "canaryown", template);
  const scopes = ["read", "export", "mcp"];
  const ofTeam = await createNamedKey(org, { scopes, teamIds: [own.team] });
  const ofPerson = await createNamedKey(org, { scopes: ["read", "mcp"], userEmail: own.email });
  const readers = [ofTeam, ofPerson].map(({ key }) => ({ "x-api-key": key }));
  const before = [];
  for (const reader of readers) before.push(await readAll(server, reader, own));
  const other = await createRep(server, org, "canaryother", template);
  const gone = await org.ingestCall({ user_email: other.email });
  await org.graphql(`mutation { deleteRecording(id: "${gone}") }`);
  const admin = { "x-api-key": org.apiKey };
  await readAll(server, admin, own);
  for (const [index, reader] of readers.entries()) {
    const after = await readAll(server, reader, own);
    for (const [request, answer] of before[index]!) t.is(after.get(request), answer, request);
  }
});
