import { createTemplate } from "../harness/isolation/filled-organization.js";
import { readAnswer } from "../harness/access/answers.js";
import { listKeyRequests } from "../harness/access/key-requests.js";
import { createRep, type RepData } from "../harness/access/rep-data.js";
import { buildQueries } from "../harness/access/viewer-queries.js";
import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

type HeaderMap = Record<string, string>;

const LEAD = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;

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

/** Creates another rep's data, and erases some of it. */
const changeOthers = async (
  server: TestServer,
  org: Tenant,
  template: Awaited<ReturnType<typeof createTemplate>>,
): Promise<void> => {
  const other = await createRep(server, org, "canaryother", template);
  const gone = await org.ingestCall({ user_email: other.email });
  await org.graphql(`mutation { deleteRecording(id: "${gone}") }`);
};

test.serial(
  "what others do changes no answer to a key: no total, count, cursor or ETag",
  async (t) => {
    const { server, org } = t.context;
    const template = await createTemplate(org, (what) => `everybodysx${what}`);
    const own = await createRep(server, org, "canaryown", template);
    const scopes = ["read", "export", "mcp"];
    const ofTeam = await createNamedKey(org, { scopes, teamIds: [own.team] });
    const ofPerson = await createNamedKey(org, { scopes: ["read", "mcp"], userEmail: own.email });
    const readers = [ofTeam, ofPerson].map(({ key }) => ({ "x-api-key": key }));
    const before = [];
    for (const reader of readers) before.push(await readAll(server, reader, own));
    await changeOthers(server, org, template);
    const admin = { "x-api-key": org.apiKey };
    await readAll(server, admin, own);
    for (const [index, reader] of readers.entries()) {
      const after = await readAll(server, reader, own);
      for (const [request, answer] of before[index]!) t.is(after.get(request), answer, request);
    }
  },
);

test.serial("what others do changes no answer to a manager or rep", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, (what) => `everybodysx${what}`);
  const own = await createRep(server, org, "canaryown", template);
  const lead = await org.createUser("lead@example.com");
  await org.graphql(LEAD, {
    input: { id: own.team, name: "North", members: [{ email: own.email }], leads: [lead] },
  });
  const pages = [
    await signInAs(server, org, own.email, "rep"),
    await signInAs(server, org, lead, "manager"),
  ];
  // The list of sessions shows their last use.
  const queries = buildQueries(own).filter((query) => !query.startsWith("{ sessions"));
  const ask = async (page: ConsoleSession): Promise<string[]> => {
    const texts: string[] = [];
    for (const query of queries) texts.push((await page.query(query)).text);
    return texts;
  };
  const before = [await ask(pages[0]!), await ask(pages[1]!)];
  await changeOthers(server, org, template);
  for (const [index, page] of pages.entries())
    for (const [at, text] of (await ask(page)).entries())
      t.is(text, before[index]![at]!, queries[at]!.slice(0, 200));
});
