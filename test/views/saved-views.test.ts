import { VIEW_FILTERS } from "../../graph/views/filter-names.js";
import { signInAdmin } from "../helpers/sign-in/console-session.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { test } from "../helpers/suite.js";
import type { Tenant } from "../helpers/tenant.js";
import type { SharedServer } from "../helpers/server.js";

const SAVE = `mutation ($input: SavedViewInput!) {
  saveView(input: $input) { id name query isShared author { email } } }`;
const DELETE = "mutation ($id: ID!) { deleteView(id: $id) }";
const VIEWS = "{ savedViews { name query isShared author { email } } }";

const signInThree = async (server: SharedServer, org: Tenant) => {
  const emails = {
    manager: await org.createUser(`mia@${org.id}.example.com`),
    rep: await org.createUser(`ron@${org.id}.example.com`),
  };
  return {
    emails,
    manager: await signInAs(server, org, emails.manager, "manager"),
    rep: await signInAs(server, org, emails.rep, "rep"),
    admin: await signInAdmin(server, org),
  };
};

type Page = Awaited<ReturnType<typeof signInThree>>["rep"];

const run = async (page: Page, query: string, variables: object = {}) =>
  (await page.query(query, variables)).body;

const save = async (page: Page, input: object) => (await run(page, SAVE, { input })).data.saveView;

const refusalOf = async (page: Page, query: string, variables: object) => {
  const [error] = (await run(page, query, variables)).errors ?? [];
  return [error?.extensions.code, error?.extensions.field];
};

const listNames = async (page: Page): Promise<string[]> =>
  (await run(page, VIEWS)).data.savedViews.map(({ name }: { name: string }) => name);

test("a view is its author's until it is shared, and then everyone's to read", async (t) => {
  const { server, org } = t.context;
  const { emails, manager, rep, admin } = await signInThree(server, org);
  const view = await save(manager, { name: "Sold", query: "?range=week&tag=sold" });
  t.like(view, {
    query: "range=week&tag=sold",
    isShared: false,
    author: { email: emails.manager },
  });
  for (const other of [rep, admin]) {
    t.deepEqual(await listNames(other), []);
    const input = { id: view.id, name: "Mine" };
    t.deepEqual(await refusalOf(other, SAVE, { input }), ["NOT_FOUND", undefined]);
    t.deepEqual(await refusalOf(other, DELETE, { id: view.id }), ["NOT_FOUND", undefined]);
  }
  await save(manager, { id: view.id, isShared: true });
  for (const page of [manager, rep, admin]) t.deepEqual(await listNames(page), ["Sold"]);
  t.deepEqual(await refusalOf(rep, DELETE, { id: view.id }), ["NOT_FOUND", undefined]);
  t.true((await run(admin, DELETE, { id: view.id })).data.deleteView);
  t.deepEqual(await listNames(manager), []);
});

test("absent fields of a view stay, and a new view needs a name and filters", async (t) => {
  const { server, org } = t.context;
  const { rep } = await signInThree(server, org);
  const view = await save(rep, { name: "Price", query: "search=price", isShared: true });
  t.deepEqual(await save(rep, { id: view.id }), view);
  t.deepEqual(await save(rep, { id: view.id, name: "Money" }), { ...view, name: "Money" });
  t.like(await save(rep, { id: view.id, query: "", isShared: false }), {
    name: "Money",
    query: "",
    isShared: false,
  });
  t.deepEqual(await refusalOf(rep, SAVE, { input: { query: "" } }), [
    "MISSING_REQUIRED_FIELD",
    "name",
  ]);
  t.deepEqual(await refusalOf(rep, SAVE, { input: { name: "All" } }), [
    "MISSING_REQUIRED_FIELD",
    "query",
  ]);
});

const refused: [what: string, input: object, field: string][] = [
  ["a name of blanks", { name: "  ", query: "" }, "name"],
  ["a long name", { name: "n".repeat(101), query: "" }, "name"],
  ["an unknown filter", { name: "n", query: "after=eyJ" }, "query"],
  ["long filters", { name: "n", query: `search=${"a".repeat(2_000)}` }, "query"],
];

for (const [what, input, field] of refused)
  test(`${what} is refused, and the field is named`, async (t) => {
    const { server, org } = t.context;
    const { rep } = await signInThree(server, org);
    t.deepEqual(await refusalOf(rep, SAVE, { input }), ["INVALID_FIELD", field]);
    t.deepEqual(await listNames(rep), []);
  });

test("the words of a view's filters are redacted, however they are encoded", async (t) => {
  const { server, org } = t.context;
  const { rep } = await signInThree(server, org);
  await org.graphql("mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }");
  for (const query of ["search=4111+1111+1111+1111", "search=4111%201111%201111%201111&tag="]) {
    const view = await save(rep, { name: "Card", query });
    t.false(/4111.{0,3}1111/.test(view.query), view.query);
    t.false(view.query.includes("tag"));
  }
});

test("a user has at most 100 views, and an organization shares at most 100", async (t) => {
  const { server, org } = t.context;
  const { manager, rep } = await signInThree(server, org);
  for (let i = 0; i < 100; i += 1)
    await save(manager, { name: `View ${i}`, query: "", isShared: true });
  const more = { name: "One more", query: "" };
  t.deepEqual(await refusalOf(manager, SAVE, { input: more }), ["CONFLICT", "name"]);
  const { id } = await save(rep, more);
  t.deepEqual(await refusalOf(rep, SAVE, { input: { id, isShared: true } }), [
    "CONFLICT",
    "isShared",
  ]);
  t.is((await listNames(rep)).length, 101);
});

test("a view may contain the filters of the console's list", async (t) => {
  const file = new URL("../../../web/screens/recordings/filter-names.ts", import.meta.url).href;
  const { recordingFilterNames } = (await import(file)) as { recordingFilterNames: string[] };
  t.deepEqual(recordingFilterNames.toSorted(), [...VIEW_FILTERS].toSorted());
});
