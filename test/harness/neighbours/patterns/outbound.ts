import type { Hostile, Pattern } from "../pattern.js";

const WEBHOOK = `mutation ($url: String!) {
  createWebhook(input: { url: $url, events: ["recording.processed"] }) { webhook { id } }
}`;
const COMPLETE = `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "" }) { id } }`;

const pushCall = async ({ client, rep }: Hostile, callId: string, more: object = {}) =>
  client.send("POST", "/v1/dialer", {
    call_id: callId,
    user_email: rep,
    started_at: "2026-03-02T10:00:00Z",
    ...more,
  });

const processCall = async (hostile: Hostile, callId: string) => {
  const answer = await pushCall(hostile, callId);
  if (answer.status !== 200) return answer;
  const { recording } = JSON.parse(answer.text) as { recording: { id: string } };
  return hostile.client.graphql(COMPLETE, { id: recording.id }, true);
};

/** Requests that the server makes for the hostile tenant. */
export const outbound: Record<string, Pattern> = {
  "tarpit-webhooks": {
    description: "160 webhooks to a receiver that never answers, and calls that wake them all",
    lanes: 4,
    prepare: async ({ client, tarpitUrl }) => {
      for (let n = 0; n < 160; n += 1)
        await client.load(WEBHOOK, { url: `${tarpitUrl}/hook-${n}` });
    },
    attack: (hostile, n) => processCall(hostile, `tarpit-${n}`),
  },
  "tarpit-tests": {
    description: "test webhooks to receivers that never answer",
    lanes: 64,
    attack: ({ client, tarpitUrl }) =>
      client.send("POST", "/v1/webhooks/test", {
        url: `${tarpitUrl}/test`,
        recording: { id: "1", status: "processed" },
      }),
  },
  redeliveries: {
    description: "redeliveries of everything in the log",
    lanes: 16,
    prepare: async (hostile) => {
      await hostile.client.load(WEBHOOK, { url: `${hostile.tarpitUrl}/redeliver` });
      for (let n = 0; n < 20; n += 1) await processCall(hostile, `redeliver-${n}`);
    },
    attack: async ({ client }) => {
      const { text } = await client.graphql("{ deliveries(first: 50) { nodes { id } } }", {}, true);
      const { data } = JSON.parse(text) as {
        data?: { deliveries: { nodes: { id: string }[] } } | null;
      };
      const fields = (data?.deliveries.nodes ?? []).map(
        ({ id }, n) => `r${n}: redeliver(deliveryId: "${id}") { id }`,
      );
      return client.graphql(`mutation { ${fields.join(" ")} }`, {}, true);
    },
  },
  "trickling-audio": {
    description: "calls whose recording_url sends a byte every five seconds",
    lanes: 2,
    settings: {
      DEBRIEF_ANALYZER: "ai",
      DEBRIEF_AI_URL: "http://127.0.0.1:9/v1",
      DEBRIEF_AI_CHAT_MODEL: "none",
      DEBRIEF_AI_TRANSCRIPTION_MODEL: "none",
    },
    attack: async (hostile, n) => {
      const answer = await pushCall(hostile, `trickle-${n}`, {
        recording_url: `${hostile.trickleUrl}/call-${n}.wav`,
      });
      await new Promise((resolve) => setTimeout(resolve, 500));
      return answer;
    },
  },
};
