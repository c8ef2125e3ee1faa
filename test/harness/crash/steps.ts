import type { Random } from "../../../src/demo/random.js";
import type { Api } from "./api.js";
import {
  buildAnalysisInput,
  buildCallInput,
  type CrashCase,
  buildCreatedClientName,
  buildCustomer,
  buildEventId,
  buildReason,
  buildStart,
  type CaseState,
  countEvent,
  buildTitle,
  withEvent,
} from "./cases.js";

/** A change that a case can make next. */
export interface CrashStep {
  name: string;
  send: (api: Api) => Promise<void>;
  /** The state's changes. */
  stateAfter: Partial<CaseState>;
}

const MAX_SYNCS = 3;

const buildAppointmentStep = (it: CrashCase): CrashStep => {
  const title = it.state.title + 1;
  const body = {
    event_id: buildEventId(it),
    user_email: "rep@example.com",
    start_time: buildStart(it),
    title: buildTitle(it, title),
    ...(it.customer === "appointment" && { customer: buildCustomer(it) }),
  };
  const path = "/v1/scheduled-tasks";
  const send = async (api: Api): Promise<void> => {
    if (title === 1) await api.send("POST", path, body);
    else await api.send("PUT", `${path}/${buildEventId(it)}`, { title: body.title });
  };
  return { name: "appointment", send, stateAfter: { title } };
};

const INGEST = "mutation ($input: CallInput!) { ingestCall(input: $input) { id } }";

const buildCallStep = (it: CrashCase): CrashStep => ({
  name: "call",
  send: async (api) => {
    const body = buildCallInput(it);
    if (it.source === "dialer") {
      const { recording } = await api.send("POST", "/v1/dialer", body);
      it.recordingId = recording.id;
      return;
    }
    const { call_id: callId, user_email: userEmail, started_at: startedAt } = body;
    const { name, event_id: eventId, customer, custom_fields: customFields, transcript } = body;
    const { ingestCall } = await api.graphql(INGEST, {
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
  // A repeated call is the same call.
  stateAfter: it.state.status === "absent" ? { status: "received" } : {},
});

const buildMutationStep = (
  it: CrashCase,
  name: string,
  after: Partial<CaseState>,
  [parameters, args]: [string, string],
  variables: object,
): CrashStep => ({
  name,
  stateAfter: after,
  send: async (api) => {
    const query = `mutation ($id: ID!${parameters}) { ${name}(${args}) { id } }`;
    await api.graphql(query, { id: it.recordingId, ...variables });
  },
});

const buildStartStep = (it: CrashCase): CrashStep =>
  buildMutationStep(it, "startAnalysis", { status: "processing" }, ["", "recordingId: $id"], {});

const buildFailStep = (it: CrashCase): CrashStep =>
  buildMutationStep(
    it,
    "failAnalysis",
    withEvent(it.state, { status: "failed" }, "recording.failed"),
    [", $reason: String!", "recordingId: $id, reason: $reason"],
    { reason: buildReason(it) },
  );

const buildCompleteStep = (it: CrashCase): CrashStep => {
  const analysis = it.state.analysis + 1;
  const after = { status: "processed", analysis } as const;
  const event = it.state.created ? "client.created" : "recording.processed";
  return buildMutationStep(
    it,
    "completeAnalysis",
    // Only the first analysis causes an event.
    analysis === 1 ? withEvent(it.state, after, event) : after,
    [", $input: AnalysisInput!", "recordingId: $id, input: $input"],
    { input: buildAnalysisInput(it, analysis) },
  );
};

const buildClientStep = (it: CrashCase): CrashStep => ({
  name: "createClient",
  stateAfter: { created: true },
  send: async (api) => {
    const input = {
      recordingId: it.recordingId,
      name: buildCreatedClientName(it),
      entity: { n: it.n },
    };
    await api.graphql("mutation ($input: ClientInput!) { createClient(input: $input) { id } }", {
      input,
    });
  },
});

const buildSyncStep = (it: CrashCase): CrashStep =>
  buildMutationStep(
    it,
    "syncRecording",
    withEvent(it.state, {}, "recording.integration_updated"),
    ["", "recordingId: $id"],
    {},
  );

const buildTestStep = (it: CrashCase, url: string): CrashStep => ({
  name: "test",
  stateAfter: withEvent(it.state, {}, "test"),
  send: async (api) => {
    const recording = { id: it.recordingId, status: "processed", summary: `Test of ${it.n}` };
    await api.send("POST", "/v1/webhooks/test", { url, recording });
  },
});

const buildRedeliverStep = (it: CrashCase, deliveryId: string): CrashStep =>
  buildMutationStep(
    it,
    "redeliver",
    { redelivered: it.state.redelivered + 1 },
    ["", "deliveryId: $id"],
    {
      id: deliveryId,
    },
  );

const ENDED_QUERY = `query ($id: ID!) {
  recording(id: $id) { deliveries(first: 10) { nodes { id status webhook { retry } } } }
}`;

/** Finds a delivery of the case that has ended, and that debrief doesn't repeat by itself. @throws NoResponseError, UnexpectedRefusalError */
const findEndedDelivery = async (it: CrashCase, api: Api): Promise<string | undefined> => {
  const { recording } = await api.graphql(ENDED_QUERY, { id: it.recordingId });
  const nodes: { id: string; status: string; webhook: { retry: string } | null }[] =
    recording.deliveries.nodes;
  return nodes.find(({ status, webhook }) => status !== "pending" && webhook?.retry !== "standard")
    ?.id;
};

/** Chooses a random next change; undefined if the case is finished. */
export const chooseNextStep = async (
  it: CrashCase,
  api: Api,
  random: Random,
  testUrl: string,
): Promise<CrashStep | undefined> => {
  const { status, title, created, analysis, redelivered } = it.state;
  if (title === 0 && random.chance(0.4)) return buildAppointmentStep(it);
  if (title === 1 && random.chance(0.1)) return buildAppointmentStep(it);
  if (status === "absent") return buildCallStep(it);
  if (status === "failed") return buildStartStep(it);
  if (status !== "processed") {
    if (!created && random.chance(0.2)) return buildClientStep(it);
    if (random.chance(0.5)) return buildCompleteStep(it);
    if (status === "processing")
      return random.chance(0.4) ? buildFailStep(it) : buildCompleteStep(it);
    return random.chance(0.5) ? buildStartStep(it) : buildCallStep(it);
  }
  if (countEvent(it.state, "recording.integration_updated") < MAX_SYNCS && random.chance(0.4))
    return buildSyncStep(it);
  if (analysis === 1 && random.chance(0.3)) return buildCompleteStep(it);
  if (countEvent(it.state, "test") === 0 && random.chance(0.1)) return buildTestStep(it, testUrl);
  if (redelivered === 0 && random.chance(0.3)) {
    const id = await findEndedDelivery(it, api);
    if (id !== undefined) return buildRedeliverStep(it, id);
  }
  return undefined;
};
