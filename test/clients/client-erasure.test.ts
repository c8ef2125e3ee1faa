import {
  createDeliveriesInEachState,
  erasedDeliveries,
  listTablesWithWord,
  isRecordingErased,
  createRecordingWithWord,
  ERASED_WORD,
} from "../helpers/recordings/erasure.js";
import {
  fetchAppointment,
  fetchClient,
  completeAnalysis,
  pushAppointment,
} from "../helpers/appointments/push-appointment.js";
import { sendMutations } from "../helpers/recordings/bulk-recordings.js";
import { test } from "../helpers/paused-suite.js";

/** Calls with the client c-1, whose erasure takes several changes. */
const CALLS = Array.from(
  { length: 300 },
  (_, number) => `ingestCall(input: {
    callId: "${number}", userEmail: "rep@example.com", startedAt: "2026-03-02T10:00:00Z"
    customer: { id: "c-1" }
  }) { id }`,
);
const DELETE = `mutation ($id: ID!) { deleteClient(id: $id) }`;

test("deleting a client erases its recordings and keeps its appointments", async (t) => {
  const { org, server } = t.context;
  const customer = { id: "c-1", name: "Ann" };
  const pushed = await pushAppointment(org, { customer, title: "Visit", metadata: { room: "9" } });
  const ofCall = await createRecordingWithWord(org, { customer });
  const ofAppointment = await createRecordingWithWord(org, { event_id: "e-1" });
  const unprocessed = await org.ingestCall({ customer });
  const other = await org.createProcessed({ customer: { id: "c-2" } });
  const read = await createDeliveriesInEachState(server, org, ofAppointment);
  const client = await fetchClient(org, "c-1");
  t.true((await org.graphql(DELETE, { id: client.id })).deleteClient);
  for (const id of [ofCall, ofAppointment, unprocessed]) t.true(await isRecordingErased(org, id));
  t.deepEqual(await listTablesWithWord(server, org, ERASED_WORD), []);
  t.deepEqual(await read(), erasedDeliveries);
  t.is((await org.get(`/v1/clients/${client.id}`)).status, 404);
  t.deepEqual((await org.get("/v1/clients")).body.clients.length, 1);
  const { updatedAt, ...cleared } = await fetchAppointment(org);
  t.true(updatedAt > pushed.updatedAt);
  t.deepEqual(
    { ...cleared, updatedAt: pushed.updatedAt },
    {
      ...pushed,
      title: null,
      client: null,
      customerName: null,
      customerEmail: null,
      metadata: {},
      recordingId: null,
    },
  );
  t.false(await isRecordingErased(org, other));
  const { errors } = await org.sendGraphql(DELETE, { id: client.id });
  t.like(errors?.[0], { message: "Client not found", extensions: { code: "NOT_FOUND" } });
});

test("a deleted client's customer becomes a new client when pushed again", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, { customer: { id: "c-1", name: "Ann" } });
  const { id } = await fetchClient(org, "c-1");
  await org.graphql(DELETE, { id });
  t.is(await fetchClient(org, "c-1"), undefined);
  await pushAppointment(org, { customer: { id: "c-1" } });
  t.not((await fetchClient(org, "c-1")).id, id);
});

test("deleting a client rematches its recordings' appointments", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, { customer: { id: "c-1" } });
  const first = await org.createProcessed({ event_id: "e-1" });
  const second = await org.ingestCall({ event_id: "e-1" });
  const { id } = await fetchClient(org, "c-1");
  t.deepEqual(await org.sendGraphql(DELETE, { id }), { data: { deleteClient: true } });
  t.true(await isRecordingErased(org, first));
  await completeAnalysis(org, second);
  t.like((await org.get(`/v1/recordings/${second}`)).body.recording, {
    clientId: null,
    eventId: "e-1",
  });
});

test("a client's recordings are erased in their order, which decides what is matched anew", async (t) => {
  const { org } = t.context;
  for (const event_id of ["e-1", "e-2"])
    await pushAppointment(org, { event_id, customer: { id: "c-1" } });
  const call = async (callId: string, fields: object): Promise<string> =>
    org.createProcessed({
      call_id: callId,
      user_email: "rep@example.com",
      started_at: "2026-03-03T10:00:00.000Z",
      ...fields,
    });
  // The call that came later is the older recording.
  await call("1", { event_id: "e-1", customer: { id: "c-1" } });
  const created_at = "2026-01-02T10:00:00.000Z";
  await call("2", { event_id: "e-2", customer: { id: "c-1" }, created_at });
  const unmatched = await call("3", {});
  t.is((await org.get(`/v1/recordings/${unmatched}`)).body.recording.eventId, null);
  const { id } = await fetchClient(org, "c-1");
  t.deepEqual(await org.sendGraphql(DELETE, { id }), { data: { deleteClient: true } });
  t.is((await org.get(`/v1/recordings/${unmatched}`)).body.recording.eventId, "e-2");
});

test("other organizations change data while a client with many recordings is erased", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  await sendMutations(org, CALLS);
  const { id } = await fetchClient(org, "c-1");
  const erasure = { isOver: false };
  const erasing = org.graphql(DELETE, { id }).finally(() => (erasure.isOver = true));
  let changes = 0;
  for (; !erasure.isOver; changes += 1) await other.ingestCall({});
  t.true((await erasing).deleteClient);
  t.true(changes > 3, `${changes} changes`);
  t.deepEqual((await org.get("/v1/clients")).body.clients, []);
  const { recordings } = await org.graphql(
    "{ recordings(filter: { status: received }) { nodes { id } } }",
  );
  t.deepEqual(recordings.nodes, []);
  const { auditLog } = await org.graphql("{ auditLog(first: 1) { nodes { action recordings } } }");
  t.deepEqual(auditLog.nodes, [{ action: "client.deleted", recordings: 300 }]);
});

test.serial(
  "an erasure that failed between two of its changes is completed when it is repeated",
  async (t) => {
    const { org, server } = t.context;
    await sendMutations(org, CALLS);
    const last = await org.ingestCall({ customer: { id: "c-1" }, event_id: "e-1" });
    const { id } = await fetchClient(org, "c-1");
    const { erasures } = server.services;
    let changes = 0;
    server.services.erasures = {
      ...erasures,
      record: async (organizationId, subjects) => {
        if (organizationId === org.id) changes += 1;
        if (changes > 1) throw new Error("a full disk");
        await erasures.record(organizationId, subjects);
      },
    };
    t.truthy((await org.sendGraphql(DELETE, { id })).errors);
    server.services.erasures = erasures;
    t.false(await isRecordingErased(org, last));
    await pushAppointment(org, { event_id: "e-1", customer: { id: "c-2" } });
    const rematched = `query ($id: ID!) { recording(id: $id) { client { crmEntityId } } }`;
    t.deepEqual((await org.graphql(rematched, { id: last })).recording.client, {
      crmEntityId: "c-2",
    });

    t.true((await org.graphql(DELETE, { id })).deleteClient);
    t.true(await isRecordingErased(org, last));
    const { recordings } = await org.graphql(
      "{ recordings(filter: { status: received }) { nodes { id } } }",
    );
    t.deepEqual(recordings.nodes, []);
    const { auditLog } = await org.graphql(
      "{ auditLog(first: 1) { nodes { action recordings } } }",
    );
    t.deepEqual(auditLog.nodes, [{ action: "client.deleted", recordings: 301 }]);
  },
);
