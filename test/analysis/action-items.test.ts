import { refusalOf } from "../helpers/comments/comments.js";
import type { Tenant } from "../helpers/server.js";
import type { GraphqlResponse } from "../helpers/tenant.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { fetchStats } from "../helpers/stats/stats.js";
import { test } from "../helpers/suite.js";

const ITEM = `fragment item on ActionItem {
  id kind text assignee completed due ownerEmail added completedBy { email } recording { id }
}`;
const READ = `query ($id: ID!) { recording(id: $id) { updatedAt actionItems { ...item } } } ${ITEM}`;
const UPDATE = `mutation ($id: ID!, $input: ActionItemChanges!) {
  item: updateActionItem(id: $id, input: $input) { ...item }
} ${ITEM}`;
const ADD = `mutation ($id: ID!, $input: NewActionItemInput!) {
  item: addActionItem(recordingId: $id, input: $input) { ...item }
} ${ITEM}`;
const DELETE = "mutation ($id: ID!) { deleteActionItem(id: $id) }";
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;
const RESTORE = "mutation ($id: ID!) { restoreAnalysis(recordingId: $id, version: 1) { id } }";
const LIST = `query ($first: Int, $after: String, $filter: ActionItemFilter) {
  actionItems(first: $first, after: $after, filter: $filter) { nodes { ...item } nextCursor hasMore }
} ${ITEM}`;

const transcript = [{ speaker: "R", role: "rep", text: "Hello there.", start: 0, end: 900 }];
const SENT = { text: "Send the offer", assignee: "Rep One" };
const SIGNED = { kind: "client", text: "Sign the contract", assignee: "Jo", due: "2026-03-04" };

interface Item {
  id: string;
  text: string;
  completed: boolean;
}

const read = async (org: Tenant, id: string): Promise<Item[]> =>
  (await org.graphql(READ, { id })).recording.actionItems;

const createCall = async (org: Tenant, items: object[] | null = [SENT, SIGNED], call = {}) => {
  const id = await org.createProcessed({ transcript, ...call }, { actionItems: items });
  const texts = async (): Promise<[string, boolean][]> =>
    ((await read(org, id)) ?? []).map(({ text, completed }) => [text, completed]);
  const analyze = async (found: object[] | null): Promise<void> => {
    await org.graphql(COMPLETE, { id, input: { summary: "Again.", actionItems: found } });
  };
  return { id, items: (await read(org, id)) ?? [], texts, analyze };
};

const list = async (org: Tenant, filter: object = {}): Promise<string[]> =>
  (await org.graphql(LIST, { filter })).actionItems.nodes.map(({ text }: Item) => text);

test("an action item shows who is to do it and by when", async (t) => {
  const { org } = t.context;
  const { id, items } = await createCall(org);
  t.like(items, [
    { kind: "explicit", due: null, ownerEmail: "rep@example.com", added: false, recording: { id } },
    { kind: "client", due: "2026-03-04", ownerEmail: null, completedBy: null },
  ]);
  const { recording } = (await org.get(`/v1/recordings/${id}`)).body;
  t.deepEqual(recording.actionItems, [
    { kind: "explicit", ...SENT, completed: false },
    { kind: "client", text: "Sign the contract", assignee: "Jo", completed: false },
  ]);
});

test("a completed item stays completed after another analysis, whatever its words", async (t) => {
  const { org } = t.context;
  const { items, texts, analyze } = await createCall(org);
  const { item } = await org.graphql(UPDATE, { id: items[0]!.id, input: { completed: true } });
  t.like(item, { completed: true, completedBy: null });
  await analyze([{ text: "Mail Jo the contract" }, SENT]);
  t.deepEqual(await texts(), [
    ["Mail Jo the contract", false],
    ["Send the offer", true],
  ]);
  await analyze([{ text: "Send the offer to Jo (Fri 27 Nov 2026)" }, { text: "Call the bank" }]);
  t.deepEqual(await texts(), [
    ["Send the offer", true],
    ["Call the bank", false],
  ]);
  await analyze(null);
  t.deepEqual(await texts(), [["Send the offer", true]]);
});

test("an item keeps its id in another analysis, and two equal ones keep theirs", async (t) => {
  const { org } = t.context;
  const { id, items, analyze } = await createCall(org, [SENT, SENT, SIGNED]);
  await analyze([SIGNED, SENT, { text: "Call the bank" }, SENT]);
  const ids = (await read(org, id)).map((item) => item.id);
  t.deepEqual([ids[0], ids[1], ids[3]], [items[2]!.id, items[0]!.id, items[1]!.id]);
  t.is(new Set(ids).size, 4);
});

test("an item that a person has completed doesn't take one that a person has left open", async (t) => {
  const { org } = t.context;
  const { items, texts, analyze } = await createCall(org, [SENT, { text: "Send the offer again" }]);
  for (const [index, completed] of [true, false].entries())
    await org.graphql(UPDATE, { id: items[index]!.id, input: { completed } });
  await analyze([{ text: "Send the offer again" }, SENT]);
  t.deepEqual(await texts(), [
    ["Send the offer again", false],
    ["Send the offer", true],
  ]);
});

test("an open item that is found again isn't taken by a similar one that a person has completed", async (t) => {
  const { org } = t.context;
  const { items, texts, analyze } = await createCall(org, [{ text: "Send the invoice" }, SENT]);
  await org.graphql(UPDATE, { id: items[1]!.id, input: { completed: true } });
  await analyze([{ text: "Send the invoice" }, { text: "Send the offer to Jo" }]);
  t.deepEqual(await texts(), [
    ["Send the invoice", false],
    ["Send the offer", true],
  ]);
  await analyze([{ text: "Send the invoice" }]);
  t.deepEqual(await texts(), [
    ["Send the invoice", false],
    ["Send the offer", true],
  ]);
});

test("an item whose text a person has changed is recognised by the text that the analysis found", async (t) => {
  const { org } = t.context;
  const { id, items, texts, analyze } = await createCall(org, [SENT]);
  await org.graphql(UPDATE, { id: items[0]!.id, input: { text: "Mail Ms Kim the papers" } });
  await analyze([{ text: "Send the offer to Kim" }, { text: "Call the bank" }]);
  t.deepEqual(await texts(), [
    ["Mail Ms Kim the papers", false],
    ["Call the bank", false],
  ]);
  await analyze([{ text: "Call the bank" }]);
  t.like(await read(org, id), [{ added: false }, { text: "Mail Ms Kim the papers", added: true }]);
  await org.graphql(DELETE, { id: items[0]!.id });
  t.deepEqual(await texts(), [["Call the bank", false]]);
});

test("a restored analysis doesn't bring back an item that a person has deleted", async (t) => {
  const { org } = t.context;
  const { id, items, texts, analyze } = await createCall(org, [SENT, SIGNED]);
  const { item } = await org.graphql(ADD, { id, input: { text: "Call the bank" } });
  await org.graphql(UPDATE, { id: items[1]!.id, input: { text: "Mail the papers" } });
  await analyze([{ text: "Measure the roof" }]);
  await org.graphql(DELETE, { id: item.id });
  await org.graphql(DELETE, { id: items[1]!.id });
  await org.graphql(RESTORE, { id });
  t.deepEqual(await texts(), [["Send the offer", false]]);
});

test("a change of one field leaves the others, and none changes nothing", async (t) => {
  const { org } = t.context;
  const { id, items, analyze, texts } = await createCall(org);
  const signed = items[1]!.id;
  const { item } = await org.graphql(UPDATE, { id: signed, input: { due: "2026-03-05" } });
  t.like(item, { ...SIGNED, due: "2026-03-05", ownerEmail: null });
  const before = (await org.graphql(READ, { id })).recording.updatedAt;
  await org.graphql(UPDATE, { id: items[0]!.id, input: {} });
  await org.graphql(UPDATE, { id: items[0]!.id, input: { completed: false, ownerEmail: null } });
  t.is((await org.graphql(READ, { id })).recording.updatedAt, before);
  await analyze([]);
  t.deepEqual(await texts(), [["Sign the contract", false]]);
});

test("an earlier analysis is restored without what people have done since", async (t) => {
  const { org } = t.context;
  const { id, items, texts, analyze } = await createCall(org);
  await analyze([SENT, { text: "Call the bank" }]);
  await org.graphql(UPDATE, { id: items[0]!.id, input: { completed: true } });
  await org.graphql(
    `mutation ($id: ID!) { restoreAnalysis(recordingId: $id, version: 1) { id } }`,
    {
      id,
    },
  );
  t.deepEqual(await texts(), [
    ["Send the offer", true],
    ["Sign the contract", false],
  ]);
  t.like((await read(org, id))[1], { due: "2026-03-04" });
  const { analysisContent: content } = await org.graphql(
    `query ($id: ID!) { analysisContent(recordingId: $id, version: 1) {
      actionItems { id text due ownerEmail added recording { id } } } }`,
    { id },
  );
  t.deepEqual(content.actionItems[1], {
    id: null,
    text: "Sign the contract",
    due: "2026-03-04",
    ownerEmail: null,
    added: false,
    recording: null,
  });
});

test("a person adds an item, changes it and deletes it", async (t) => {
  const { org } = t.context;
  const { id, texts, analyze } = await createCall(org, null);
  const input = { text: "Call the bank", due: "2026-03-09" };
  const { item } = await org.graphql(ADD, { id, input });
  t.like(item, { kind: "explicit", ownerEmail: "rep@example.com", assignee: null, added: true });
  t.like((await fetchStats(org)).stats[0], { recordingsWithActions: 1, totalActionItems: 1 });
  await analyze([SENT]);
  t.deepEqual(await texts(), [
    ["Send the offer", false],
    ["Call the bank", false],
  ]);
  const change = { text: "Call the bank again", due: null };
  t.like((await org.graphql(UPDATE, { id: item.id, input: change })).item, { ...change });
  const found = (await read(org, id))[0]!.id;
  t.is(refusalOf(await org.sendGraphql(DELETE, { id: found }))[0], "FORBIDDEN");
  await org.graphql(DELETE, { id: item.id });
  t.deepEqual(await texts(), [["Send the offer", false]]);
  t.like((await fetchStats(org)).stats[0], { recordingsWithActions: 1, totalActionItems: 1 });
  t.is(refusalOf(await org.sendGraphql(DELETE, { id: item.id }))[0], "NOT_FOUND");
});

test("invalid input is refused", async (t) => {
  const { org } = t.context;
  await org.createUser("other@example.com");
  const { id, items } = await createCall(org);
  const refuse = async (input: object): Promise<unknown[]> =>
    refusalOf(await org.sendGraphql(UPDATE, { id: items[0]!.id, input })).slice(0, 2);
  t.deepEqual(await refuse({ text: " " }), ["INVALID_FIELD", "text"]);
  t.deepEqual(await refuse({ text: null }), ["MISSING_REQUIRED_FIELD", "text"]);
  t.deepEqual(await refuse({ completed: null }), ["MISSING_REQUIRED_FIELD", "completed"]);
  t.deepEqual(await refuse({ due: "2026-02-30" }), ["INVALID_FIELD", "due"]);
  t.deepEqual(await refuse({ due: "2026-03-02T00:00:00Z" }), ["INVALID_FIELD", "due"]);
  t.deepEqual(await refuse({ ownerEmail: "nobody@example.com" }), ["USER_NOT_FOUND", "ownerEmail"]);
  // Doesn't see the call.
  t.deepEqual(await refuse({ ownerEmail: "other@example.com" }), ["USER_NOT_FOUND", "ownerEmail"]);
  const empty = await org.sendGraphql(ADD, { id, input: { text: "" } });
  t.deepEqual(refusalOf(empty).slice(0, 2), ["INVALID_FIELD", "text"]);
});

test("the list has the newest call first, in pages", async (t) => {
  const { org } = t.context;
  const first = await createCall(org, [{ text: "A1" }, { text: "A2" }, { text: "A3" }]);
  await createCall(org, [{ text: "B1" }]);
  t.deepEqual(await list(org), ["B1", "A1", "A2", "A3"]);
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { actionItems: page } = await org.graphql(LIST, { first: 1, after });
    seen.push(...page.nodes.map(({ text }: Item) => text));
    after = page.nextCursor;
  } while (after !== null);
  t.deepEqual(seen, ["B1", "A1", "A2", "A3"]);
  await org.graphql(UPDATE, { id: first.items[1]!.id, input: { completed: true } });
  t.deepEqual(await list(org, { completed: false }), ["B1", "A1", "A3"]);
  t.deepEqual(await list(org, { completed: true }), ["A2"]);
  const cursor = await org.sendGraphql(LIST, { after: "bm90IG91cnM" });
  t.is(refusalOf(cursor)[0], "INVALID_CURSOR");
});

test("the list has filters for owner, rep, day and time", async (t) => {
  const { org } = t.context;
  await org.createUser("lead@example.com");
  await org.graphql(
    `mutation { upsertTeam(input: { name: "North", members: [{ email: "rep@example.com" }], leads: ["lead@example.com"] }) { id } }`,
  );
  const { items } = await createCall(org);
  const due = { due: "2026-03-03", ownerEmail: "lead@example.com" };
  const { item } = await org.graphql(UPDATE, { id: items[0]!.id, input: due });
  t.like(item, { ownerEmail: "lead@example.com", assignee: "Rep One" });
  t.deepEqual(await list(org, { ownerEmail: "LEAD@example.com" }), ["Send the offer"]);
  t.deepEqual(await list(org, { ownerEmail: "rep@example.com" }), []);
  t.deepEqual(await list(org, { ownerEmail: "unknown@example.com" }), []);
  t.deepEqual(await list(org, { userEmail: "rep@example.com" }), [
    "Send the offer",
    "Sign the contract",
  ]);
  t.deepEqual(await list(org, { dueBefore: "2026-03-04" }), ["Send the offer"]);
  t.deepEqual(await list(org, { from: "2026-03-02", to: "2026-03-02" }), [
    "Send the offer",
    "Sign the contract",
  ]);
  t.deepEqual(await list(org, { from: "2026-03-03" }), []);
  await org.graphql(UPDATE, { id: items[0]!.id, input: { ownerEmail: null } });
  t.deepEqual(await list(org, { ownerEmail: "rep@example.com" }), ["Send the offer"]);
});

test("a rep sees and ticks the items of their own calls", async (t) => {
  const { server, org } = t.context;
  const email = `rep@${org.id}.example.com`;
  await org.createUser(email);
  const own = await createCall(org, undefined, { user_email: email });
  const foreign = await createCall(org, [{ text: "Secret" }]);
  const rep = await signInAs(server, org, email, "rep");
  const send = async (query: string, variables?: object): Promise<GraphqlResponse> =>
    (await rep.query(query, variables)).body;
  const { data } = await send(LIST);
  t.deepEqual(
    data!["actionItems"].nodes.map(({ text }: Item) => text),
    ["Send the offer", "Sign the contract"],
  );
  const tick = { id: own.items[0]!.id, input: { completed: true } };
  const ticked = await send(UPDATE, tick);
  t.like(ticked.data!["item"], { completed: true, completedBy: { email } });
  for (const refused of [
    await send(UPDATE, { ...tick, id: foreign.items[0]!.id }),
    await send(DELETE, { id: foreign.items[0]!.id }),
    await send(ADD, { id: foreign.id, input: { text: "Mine" } }),
  ])
    t.is(refusalOf(refused)[0], "NOT_FOUND");
  const unticked = await send(UPDATE, { ...tick, input: { completed: false } });
  t.like(unticked.data!["item"], { completed: false, completedBy: null });
});

test("a rep finds the items of an owner whom they see only there", async (t) => {
  const { server, org } = t.context;
  const rep = await org.createUser(`rep@${org.id}.example.com`);
  const lead = await org.createUser(`Lead@${org.id}.example.com`);
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { name: "North", members: [{ email: rep }], leads: [lead] },
  });
  await signInAs(server, org, lead, "manager");
  const { items } = await createCall(org, [SENT, SIGNED], { user_email: rep });
  await org.graphql(UPDATE, { id: items[0]!.id, input: { ownerEmail: lead } });
  const page = await signInAs(server, org, rep, "rep");
  const find = async (ownerEmail: string): Promise<string[]> =>
    (await page.query(LIST, { filter: { ownerEmail } })).body.data.actionItems.nodes.map(
      ({ text }: Item) => text,
    );
  t.deepEqual(await find(lead.toLowerCase()), ["Send the offer"]);
  t.deepEqual(await find(rep), []);
  t.deepEqual(await find("unknown@example.com"), []);
});

test("a recording can't have more items than an analysis", async (t) => {
  const { org } = t.context;
  const items = Array.from({ length: 1_000 }, (_, index) => ({ text: `Item ${index}` }));
  const { id } = await createCall(org, items);
  const refused = await org.sendGraphql(ADD, { id, input: { text: "One more" } });
  t.deepEqual(refusalOf(refused).slice(0, 2), ["CONFLICT", "recordingId"]);
});
