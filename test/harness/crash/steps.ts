import type { Random } from "../../src/demo/random.js";
import type { Api } from "./api.js";
import {
  analysisOf,
  callOf,
  type Case,
  createdClientOf,
  customerOf,
  eventIdOf,
  reasonOf,
  startOf,
  type State,
  titleOf,
} from "./cases.js";

/** A change that a case is ready for. */
export interface Step {
  name: string;
  send: (api: Api) => Promise<void>;
  /** What it leads to. */
  after: Partial<State>;
}

const MOST_SYNCS = 3;

const appointment = (it: Case): Step => {
  const title = it.state.title + 1;
  const body = {
    event_id: eventIdOf(it),
    user_email: "rep@example.com",
    start_time: startOf(it),
    title: titleOf(it, title),
    ...(it.customer === "appointment" && { customer: customerOf(it) }),
  };
  const path = "/v1/scheduled-tasks";
  const send = async (api: Api): Promise<void> => {
    if (title === 1) await api.send("POST", path, body);
    else await api.send("PUT", `${path}/${eventIdOf(it)}`, { title: body.title });
  };
  return { name: "appointment", send, after: { title } };
};

const INGEST = "mutation ($input: CallInput!) { ingestCall(input: $input) { id } }";

const call = (it: Case): Step => ({
  name: "call",
  send: async (api) => {
    const body = callOf(it);
    if (it.source === "dialer") {
      const { recording } = await api.send("POST", "/v1/dialer", body);
      it.recordingId = recording.id;
      return;
    }
    const { call_id: callId, user_email: userEmail, started_at: startedAt } = body;
    const { name, event_id: eventId, customer, custom_fields: customFields, transcript } = body;
    const { ingestCall } = await api.graph(INGEST, {
      input: {
        source: it.source,
        callId,
        userEmail,
        startedAt,
        name,
        eventId,
        customer,
        customFields,
        transcript,
      },
    });
    it.recordingId = ingestCall.id;
  },
  // Sent again, it is the same call.
  after: it.state.status === "absent" ? { status: "received" } : {},
});

const mutation = (
  it: Case,
  name: string,
  after: Partial<State>,
  [parameters, args]: [string, string],
  variables: object,
): Step => ({
  name,
  after,
  send: async (api) => {
    const query = `mutation ($id: ID!${parameters}) { ${name}(${args}) { id } }`;
    await api.graph(query, { id: it.recordingId, ...variables });
  },
});

const start = (it: Case): Step =>
  mutation(it, "startAnalysis", { status: "processing" }, ["", "recordingId: $id"], {});

const fail = (it: Case): Step =>
  mutation(
    it,
    "failAnalysis",
    { status: "failed" },
    [", $reason: String!", "recordingId: $id, reason: $reason"],
    { reason: reasonOf(it) },
  );

const complete = (it: Case): Step => {
  const analysis = it.state.analysis + 1;
  return mutation(
    it,
    "completeAnalysis",
    { status: "processed", analysis },
    [", $input: AnalysisInput!", "recordingId: $id, input: $input"],
    { input: analysisOf(it, analysis) },
  );
};

const createClient = (it: Case): Step => ({
  name: "createClient",
  after: { created: true },
  send: async (api) => {
    const input = { recordingId: it.recordingId, name: createdClientOf(it), entity: { n: it.n } };
    await api.graph("mutation ($input: ClientInput!) { createClient(input: $input) { id } }", {
      input,
    });
  },
});

const sync = (it: Case): Step =>
  mutation(it, "syncRecording", { synced: it.state.synced + 1 }, ["", "recordingId: $id"], {});

const test = (it: Case, url: string): Step => ({
  name: "test",
  after: { tested: it.state.tested + 1 },
  send: async (api) => {
    const recording = { id: it.recordingId, status: "processed", summary: `Test of ${it.n}` };
    await api.send("POST", "/v1/webhooks/test", { url, recording });
  },
});

const redeliver = (it: Case, deliveryId: string): Step =>
  mutation(it, "redeliver", { redelivered: it.state.redelivered + 1 }, ["", "deliveryId: $id"], {
    id: deliveryId,
  });

const ENDED = `query ($id: ID!) {
  recording(id: $id) { deliveries(first: 10) { nodes { id status } } }
}`;

/** A delivery of the case that has ended. @throws Unanswered, Refused */
const endedDelivery = async (it: Case, api: Api): Promise<string | undefined> => {
  const { recording } = await api.graph(ENDED, { id: it.recordingId });
  const nodes: { id: string; status: string }[] = recording.deliveries.nodes;
  return nodes.find(({ status }) => status !== "pending")?.id;
};

/** What may be done next; undefined where the case has come to its end. */
export const nextStep = async (
  it: Case,
  api: Api,
  random: Random,
  testUrl: string,
): Promise<Step | undefined> => {
  const { status, title, created, synced, analysis, tested, redelivered } = it.state;
  if (title === 0 && random.chance(0.4)) return appointment(it);
  if (title === 1 && random.chance(0.1)) return appointment(it);
  if (status === "absent") return call(it);
  if (status === "failed") return start(it);
  if (status !== "processed") {
    if (!created && random.chance(0.2)) return createClient(it);
    if (random.chance(0.5)) return complete(it);
    if (status === "processing") return random.chance(0.4) ? fail(it) : complete(it);
    return random.chance(0.5) ? start(it) : call(it);
  }
  if (synced < MOST_SYNCS && random.chance(0.4)) return sync(it);
  if (analysis === 1 && random.chance(0.3)) return complete(it);
  if (tested === 0 && random.chance(0.1)) return test(it, testUrl);
  if (redelivered === 0 && random.chance(0.3)) {
    const id = await endedDelivery(it, api);
    if (id !== undefined) return redeliver(it, id);
  }
  return undefined;
};
