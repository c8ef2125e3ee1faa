import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import type { Tenant } from "../helpers/server.js";
import type { TestResponse } from "../helpers/tenant.js";
import { test } from "../helpers/own-suite.js";

const CLIENT = `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`;
const TEAM = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;
const CLIENTS = "{ clients { nodes { name email address notes phones } } }";
const PHONE = "+12025550199";
const RECORDING = "query ($id: ID!) { recording(id: $id) { clientId eventId client { name } } }";
const SOUTH = /canary/i;

/** Two teams, and what the key of North sends. */
interface Teams {
  north: string;
  south: string;
  /** The id of South's client, whose id in the CRM is `crm-south`. */
  client: string;
  northTeam: string;
  asNorth: Tenant["send"];
  readAsNorth: (path: string) => Promise<TestResponse>;
  readClients: () => Promise<string>;
  readRecording: (id: string) => Promise<object>;
}

const createTeam = async (
  org: Tenant,
  name: string,
  emails: readonly string[],
): Promise<string> => {
  const members = emails.map((email) => ({ email }));
  return (await org.graphql(TEAM, { input: { name, members } })).upsertTeam.id;
};

const createTeams = async (org: Tenant): Promise<Teams> => {
  const north = await org.createUser("north@example.com");
  const south = await org.createUser("south@example.com");
  const northTeam = await createTeam(org, "North", [north]);
  await createTeam(org, "South", [south]);
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "south-1",
    user_email: south,
    start_time: "2026-03-02T10:00:00Z",
    customer: { id: "crm-south", name: "Canary" },
  });
  const { body } = await org.get("/v1/clients?crmEntityId=crm-south");
  const client: string = body.clients[0].id;
  await org.graphql(CLIENT, { id: client, input: { phones: [PHONE], notes: "Canary notes" } });
  const { key } = await createNamedKey(org, { scopes: ["read", "ingest"], teamIds: [northTeam] });
  const credential = { "x-api-key": key };
  return {
    north,
    south,
    client,
    northTeam,
    asNorth: async (method, path, content) => org.send(method, path, content, credential),
    readAsNorth: async (path) => org.get(path, credential),
    readRecording: async (id) => (await org.sendGraphql(RECORDING, { id }, key)).data.recording,
    readClients: async () => JSON.stringify(await org.sendGraphql(CLIENTS, {}, key)),
  };
};

let calls = 0;
const buildCall = (user_email: string, fields: object): object => ({
  call_id: `call ${(calls += 1)}`,
  user_email,
  started_at: "2026-06-02T10:00:00Z",
  ...fields,
});

const buildAppointment = (user_email: string, fields: object): object => ({
  user_email,
  start_time: "2026-09-02T10:00:00Z",
  ...fields,
});

test.serial("a key of a team can't name a client of others", async (t) => {
  const { org } = t.context;
  const { north, client, asNorth, readAsNorth, readClients } = await createTeams(org);
  const named = { id: "crm-south", location: "Elm Street" };
  const customer = { ...named, phone: "+12025550142" };
  const taken = { status: 409, body: { code: "CONFLICT", field: "customer.id" } };
  t.like(await asNorth("POST", "/v1/dialer", buildCall(north, { customer })), taken);
  const own = buildAppointment(north, { event_id: "north-1" });
  t.like(await asNorth("POST", "/v1/scheduled-tasks", { ...own, customer: named }), taken);
  t.is((await asNorth("POST", "/v1/scheduled-tasks", own)).status, 200);
  t.like(await asNorth("PUT", "/v1/scheduled-tasks/north-1", { customer: named }), taken);
  t.is((await readAsNorth(`/v1/clients/${client}`)).status, 404);
  t.notRegex(await readClients(), SOUTH);
  const query = `{ client(id: "${client}") { address phones } }`;
  t.deepEqual((await org.graphql(query)).client, { address: null, phones: [PHONE] });
});

test.serial("a phone of others' client names nobody", async (t) => {
  const { org } = t.context;
  const { north, south, client, asNorth, readClients, readRecording } = await createTeams(org);
  const call = buildCall(north, { customer: { phone: PHONE } });
  const { recording } = (await asNorth("POST", "/v1/dialer", call)).body;
  t.like(await readRecording(recording.id), { clientId: null });
  t.notRegex(await readClients(), SOUTH);
  const theirs = await org.ingestCall(buildCall(south, { customer: { phone: PHONE } }));
  t.is((await org.graphql(RECORDING, { id: theirs })).recording.clientId, client);
  // A client that North met too is North's.
  await org.ingestCall(buildCall(north, { customer: { id: "crm-south" } }));
  const again = (await asNorth("POST", "/v1/dialer", { ...call, call_id: "again" })).body.recording;
  t.like(await readRecording(again.id), { clientId: client });
});

test.serial("a team's client without any appointment or call stays the team's", async (t) => {
  const { org } = t.context;
  const { north, south, asNorth, readAsNorth } = await createTeams(org);
  const push = async (event_id: string): Promise<TestResponse> =>
    asNorth(
      "POST",
      "/v1/scheduled-tasks",
      buildAppointment(north, { event_id, customer: { id: "crm-north", name: "Ben" } }),
    );
  t.is((await push("north-1")).status, 200);
  const find = async () => (await readAsNorth("/v1/clients?crmEntityId=crm-north")).body.clients;
  const [before] = await find();
  t.is((await asNorth("DELETE", "/v1/scheduled-tasks/north-1")).status, 200);
  t.is((await push("north-2")).status, 200);
  t.is((await find())[0].id, before.id);
  await asNorth("DELETE", "/v1/scheduled-tasks/north-2");
  // South's now: nothing of North's has it.
  await org.ingestCall(buildCall(south, { customer: { id: "crm-north" } }));
  t.is((await push("north-3")).status, 409);
  await org.send("DELETE", "/v1/scheduled-tasks/south-1");
  const theirs = buildAppointment(north, { event_id: "north-4", customer: { id: "crm-south" } });
  t.is((await asNorth("POST", "/v1/scheduled-tasks", theirs)).status, 409);
});

test.serial("a call of a key of a team never gets a later appointment of others", async (t) => {
  const { org } = t.context;
  const { north, south, asNorth, readClients, readRecording } = await createTeams(org);
  const event_id = "south-event-77";
  const claim = await asNorth("POST", "/v1/dialer", buildCall(north, { event_id }));
  t.is(claim.status, 200);
  const customer = { id: "crm-south-2", name: "Canary Two" };
  const push = buildAppointment(south, { event_id, title: "Canary", customer });
  t.is((await org.send("POST", "/v1/scheduled-tasks", push)).body.appointment.recordingId, null);
  const right = await org.ingestCall(buildCall(south, { event_id }));
  const find = async () => (await org.get(`/v1/scheduled-tasks/${event_id}`)).body.appointment;
  t.is((await find()).recordingId, right);
  t.deepEqual(await readRecording(claim.body.recording.id), {
    clientId: null,
    eventId: null,
    client: null,
  });
  t.notRegex(await readClients(), SOUTH);
  // The appointment goes to North's rep: the key sees it, and its call came first.
  await org.send("PUT", `/v1/scheduled-tasks/${event_id}`, { user_email: north });
  t.is((await find()).recordingId, claim.body.recording.id);
  await org.send("PUT", `/v1/scheduled-tasks/${event_id}`, { user_email: south });
  t.is((await find()).recordingId, right);
});

test.serial("a call of a key of a team gets a later appointment of its team", async (t) => {
  const { org } = t.context;
  const { north, northTeam, asNorth } = await createTeams(org);
  const colleague = await org.createUser("colleague@example.com");
  const members = [{ email: north }, { email: colleague }];
  await org.graphql(TEAM, { input: { id: northTeam, name: "North", members } });
  const call = buildCall(north, { event_id: "later" });
  const { recording } = (await asNorth("POST", "/v1/dialer", call)).body;
  const push = buildAppointment(colleague, { event_id: "later" });
  const { body } = await org.send("POST", "/v1/scheduled-tasks", push);
  t.like(body.appointment, { matchStatus: "matched", recordingId: recording.id });
});

test.serial(
  "a key of a team can't take the event id that a call of others waits for",
  async (t) => {
    const { org } = t.context;
    const { north, south, asNorth } = await createTeams(org);
    await org.ingestCall(buildCall(south, { event_id: "awaited" }));
    const push = buildAppointment(north, { event_id: "awaited" });
    t.like(await asNorth("POST", "/v1/scheduled-tasks", push), {
      status: 409,
      body: { code: "CONFLICT", field: "event_id" },
    });
    t.is((await org.get("/v1/scheduled-tasks/awaited")).status, 404);
  },
);
