import {
  deliveries,
  erased,
  everywhere,
  holding,
  isGone,
  spoken,
  untouched,
  WORD,
} from "./helpers/erasure.js";
import { appointment, push } from "./helpers/pushes.js";
import { test } from "./helpers/still.js";

const DELETE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;

test("nothing that was said or written in a deleted recording is left in the database", async (t) => {
  const { org, server } = t.context;
  const id = await spoken(org);
  const read = await deliveries(server, org, id);
  t.deepEqual(await holding(server, org, WORD), everywhere);
  t.true((await holding(server, org, id)).includes("reviews"));
  t.true((await org.graph(DELETE, { id })).deleteRecording);
  t.deepEqual(await holding(server, org, WORD), []);
  t.deepEqual(await holding(server, org, id), [
    "deliveries",
    "erased_recordings",
    "events",
    "inbound_calls",
  ]);
  t.deepEqual(await read(), erased);
});

test("a deleted recording is in no list and not found, and the others stay whole", async (t) => {
  const { org, server } = t.context;
  await push(org, { customer: { id: "c-1" } });
  const id = await spoken(org, { event_id: "e-1" });
  const other = await spoken(org, { customer: { id: "c-1" } });
  const read = await deliveries(server, org, other);
  const whole = await org.get(`/v1/recordings/${other}`);
  await org.graph(DELETE, { id });
  t.true(await isGone(org, id));
  t.deepEqual((await org.get(`/v1/recordings/${other}`)).body, whole.body);
  t.deepEqual(await read(), untouched);
  t.deepEqual(await holding(server, org, WORD), everywhere);
  const ofClient = `query { clients { nodes { recordings { nodes { id } } } } }`;
  t.deepEqual((await org.graph(ofClient)).clients.nodes, [
    { recordings: { nodes: [{ id: other }] } },
  ]);
  t.like(await appointment(org), { recordingId: null, client: { id: "c-1" } });
});

test("a recording can be deleted in every state, and once", async (t) => {
  const { org } = t.context;
  const start = `mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }`;
  const fail = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "No") { id } }`;
  for (const moves of [[], [start], [start, fail]]) {
    const id = await org.call();
    for (const move of moves) await org.graph(move, { id });
    await org.graph(DELETE, { id });
    t.true(await isGone(org, id));
    const { errors } = await org.ask(DELETE, { id });
    t.like(errors?.[0], { message: "Recording not found", extensions: { code: "NOT_FOUND" } });
  }
});

test("a call that is sent again after its recording was deleted is a new recording", async (t) => {
  const { org } = t.context;
  const id = await org.processed({ call_id: "one" });
  await org.graph(DELETE, { id });
  const again = await org.call({ call_id: "one" });
  t.not(again, id);
});
