import { createTeam } from "../helpers/sign-in/team.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const SEARCH = `query ($search: String!, $first: Int, $after: String) {
  clients(filter: { search: $search }, first: $first, after: $after) { nodes { name } nextCursor }
}`;

const findNames = async (org: Tenant, search: string): Promise<string[]> =>
  (await org.graphql(SEARCH, { search })).clients.nodes.map(({ name }: { name: string }) => name);

const customers = [
  { id: "crm-17", name: "Zoë Müller-Ørsted", email: "zoe@roofs.example", location: "4 Mill Lane" },
  { id: "crm-18", name: "Ann Miller", phone: "+1 212 736 5000" },
  { id: "crm-19", name: "Bob O'Neill", email: "bob.miller@example.com" },
];

const createClients = async (org: Tenant): Promise<void> => {
  await org.createUser();
  for (const customer of customers) await org.createProcessed({ customer });
};

const searches: Record<string, string[]> = {
  miller: ["Bob O'Neill", "Ann Miller"],
  "MILLER ann": ["Ann Miller"],
  muller: ["Zoë Müller-Ørsted"],
  orsted: ["Zoë Müller-Ørsted"],
  "zoë m": ["Zoë Müller-Ørsted"],
  "mill lane": ["Zoë Müller-Ørsted"],
  oneill: [],
  "o'neill": ["Bob O'Neill"],
  "roofs.example": ["Zoë Müller-Ørsted"],
  "crm-18": ["Ann Miller"],
  "(212) 736-5000": ["Ann Miller"],
  "0212 736": ["Ann Miller"],
  "+1 (0)212 736": ["Ann Miller"],
  "+12127365000": ["Ann Miller"],
  "212": [],
  "99887766": [],
};

test("clients are found by words of their name, e-mail, address or CRM id, and by phone", async (t) => {
  const { org } = t.context;
  await createClients(org);
  for (const [search, names] of Object.entries(searches))
    t.deepEqual(await findNames(org, search), names, search);
});

test("the results of a search have pages, newest first", async (t) => {
  const { org } = t.context;
  await org.createUser();
  for (let index = 0; index < 5; index += 1)
    await org.createProcessed({ customer: { id: `c${index}`, name: `Client ${index}` } });
  await org.createProcessed({ customer: { id: "other", name: "Rita Roofer" } });
  const found: string[] = [];
  let after: string | null = null;
  do {
    const { clients } = await org.graphql(SEARCH, { search: "client", first: 2, after });
    found.push(...clients.nodes.map(({ name }: { name: string }) => name));
    after = clients.nextCursor;
  } while (after !== null);
  t.deepEqual(found, ["Client 4", "Client 3", "Client 2", "Client 1", "Client 0"]);
});

test("a client is found among thousands, by name and by phone", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  await org.createUser();
  await org.createProcessed({
    customer: { id: "old", name: "Olga Oldest", phone: "+12127365999" },
  });
  const createdAt = Date.now() + 1_000;
  const rows = Array.from({ length: 3_000 }, (_, index) => ({
    organization_id: org.id,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    name: `Newer ${index}`,
    insights: "{}",
    created_at: createdAt,
    updated_at: createdAt,
  }));
  await db.batchInsert("clients", rows, 500);
  for (const search of ["olga", "212 736 5999"])
    t.deepEqual(await findNames(org, search), ["Olga Oldest"], search);
  t.is((await findNames(org, "newer")).length, 25);
});

test("a search that can't find anything is refused by name", async (t) => {
  const { org } = t.context;
  for (const filter of [
    { search: "  %  " },
    { search: "a".repeat(201) },
    { search: "a ".repeat(50) },
    { search: "ann", email: "ann@example.com" },
  ]) {
    const query = "query ($filter: ClientFilter) { clients(filter: $filter) { hasMore } }";
    const { errors } = await org.sendGraphql(query, { filter });
    t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "search" });
  }
});

test("reps and managers find the clients of the calls that they see", async (t) => {
  const { org, server } = t.context;
  const team = await createTeam(server, org);
  for (const [email, name] of [
    [team.emails.rep, "Own Miller"],
    [team.emails.other, "Foreign Miller"],
  ])
    await org.createProcessed({
      user_email: email,
      customer: { id: name, name, phone: name === "Own Miller" ? "+12127365000" : "+12127365001" },
    });
  for (const page of [team.rep, team.lead])
    for (const search of ["miller", "212736"]) {
      const { body } = await page.query(SEARCH, { search });
      t.deepEqual(body.data.clients.nodes, [{ name: "Own Miller" }]);
    }
});

test("the visits of a client are found by its id", async (t) => {
  const { org } = t.context;
  await org.createUser();
  const push = (event_id: string, customer: object) =>
    org.send("POST", "/v1/scheduled-tasks", {
      event_id,
      user_email: "rep@example.com",
      start_time: "2026-03-02T10:00:00Z",
      customer,
    });
  await push("own", { id: "c1", name: "Ann" });
  await push("own 2", { id: "c1" });
  await push("other", { id: "c2", name: "Bob" });
  const { clients } = await org.graphql(SEARCH.replace("{ name }", "{ id }"), { search: "ann" });
  const VISITS = `query ($filter: AppointmentFilter) {
    appointments(filter: $filter) { nodes { eventId } } }`;
  const list = async (filter: object) =>
    (await org.graphql(VISITS, { filter })).appointments.nodes.map(
      ({ eventId }: { eventId: string }) => eventId,
    );
  const { id: clientId } = clients.nodes[0];
  t.deepEqual((await list({ clientId })).toSorted(), ["own", "own 2"]);
  t.deepEqual((await list({ clientId, userEmail: "rep@example.com" })).length, 2);
  t.deepEqual(await list({ clientId, from: "2026-03-03" }), []);
  t.deepEqual(await list({ clientId: "00000000-0000-4000-8000-000000000000" }), []);
});
