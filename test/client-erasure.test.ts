import { deliveries, erased, holding, isGone, spoken, WORD } from "./helpers/erasure.js";
import { appointment, clientOf, complete, push } from "./helpers/pushes.js";
import { test } from "./helpers/still.js";

const DELETE = `mutation ($id: ID!) { deleteClient(id: $id) }`;

test("a deleted client takes its recordings along, and its appointments stay", async (t) => {
  const { org, server } = t.context;
  const customer = { id: "c-1", name: "Ann" };
  const pushed = await push(org, { customer });
  const ofCall = await spoken(org, { customer });
  const ofAppointment = await spoken(org, { event_id: "e-1" });
  const unprocessed = await org.call({ customer });
  const other = await org.processed({ customer: { id: "c-2" } });
  const read = await deliveries(server, org, ofAppointment);
  const client = await clientOf(org, "c-1");
  t.true((await org.graph(DELETE, { id: client.id })).deleteClient);
  for (const id of [ofCall, ofAppointment, unprocessed]) t.true(await isGone(org, id));
  t.deepEqual(await holding(server, org, WORD), []);
  t.deepEqual(await read(), erased);
  t.is((await org.get(`/v1/clients/${client.id}`)).status, 404);
  t.deepEqual((await org.get("/v1/clients")).body.clients.length, 1);
  t.deepEqual(await appointment(org), { ...pushed, recordingId: null });
  t.false(await isGone(org, other));
  const { errors } = await org.ask(DELETE, { id: client.id });
  t.like(errors?.[0], { message: "Client not found", extensions: { code: "NOT_FOUND" } });
});

test("the customer of a deleted client is a new client when it is pushed again", async (t) => {
  const { org } = t.context;
  await push(org, { customer: { id: "c-1", name: "Ann" } });
  const { id } = await clientOf(org, "c-1");
  await org.graph(DELETE, { id });
  t.is(await clientOf(org, "c-1"), undefined);
  await push(org, { customer: { id: "c-1" } });
  t.not((await clientOf(org, "c-1")).id, id);
});

test("a client can be deleted whose recording's appointment goes to another call then", async (t) => {
  const { org } = t.context;
  await push(org, { customer: { id: "c-1" } });
  const first = await org.processed({ event_id: "e-1" });
  const second = await org.call({ event_id: "e-1" });
  const { id } = await clientOf(org, "c-1");
  t.deepEqual(await org.ask(DELETE, { id }), { data: { deleteClient: true } });
  t.true(await isGone(org, first));
  await complete(org, second);
  t.like((await org.get(`/v1/recordings/${second}`)).body.recording, {
    clientId: null,
    eventId: "e-1",
  });
});
