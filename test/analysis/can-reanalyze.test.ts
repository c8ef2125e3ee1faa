import { test } from "../helpers/own-suite.js";
import type { Tenant } from "../helpers/server.js";

const CAN = "query ($id: ID!) { recording(id: $id) { canReanalyze } }";
const START = "mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }";
const FAIL = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "No sound") { id } }`;
const transcript = [{ speaker: "Robin", role: "rep", text: "Hello.", start: 0, end: 1_000 }];
const audio = { recording_url: "https://example.com/a" };

const fail = async (org: Tenant, call: object): Promise<string> => {
  const id = await org.ingestCall(call);
  for (const step of [START, FAIL]) await org.graphql(step, { id });
  return id;
};

test.serial("another analysis is offered only where one would happen", async (t) => {
  const { org, server } = t.context;
  const ids = [
    await org.createProcessed({ transcript }),
    await org.createProcessed(audio),
    await org.createProcessed(),
    await fail(org, { transcript }),
    await fail(org, audio),
    await fail(org, {}),
    await org.ingestCall({ transcript }),
  ];
  const load = async (analyzes?: { audio: boolean }): Promise<boolean[]> => {
    server.services.analyzes = analyzes;
    const found = [];
    for (const id of ids) found.push((await org.graphql(CAN, { id })).recording.canReanalyze);
    return found;
  };
  t.deepEqual(await load({ audio: true }), [true, true, false, true, true, false, false]);
  t.deepEqual(await load({ audio: false }), [true, false, false, true, false, false, false]);
  t.deepEqual(await load(undefined), [false, false, false, true, true, true, false]);
});
