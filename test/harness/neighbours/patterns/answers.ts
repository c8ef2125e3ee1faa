import { request } from "node:http";
import type { Hostile, Pattern } from "../pattern.js";
import type { TenantAnswer } from "../tenant-client.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;
const WEBHOOK = `mutation ($url: String!) {
  createWebhook(input: { url: $url, events: ["recording.processed"] }) { webhook { id } }
}`;
const DELIVERIES = "{ deliveries(first: 25, filter: { status: failed }) { nodes { id } } }";

/** The longest texts that an analysis can have, without a template. */
const LARGE_ANALYSIS = {
  summary: "s".repeat(100_000),
  notes: "n".repeat(100_000),
  coaching: "c".repeat(100_000),
  actionItems: [1, 2, 3].map(() => ({ text: "a".repeat(87_000) })),
};

/** Returns the id of a processed recording with the longest texts. */
const createLargeRecording = async ({ client, rep }: Hostile, callId: string): Promise<string> => {
  const { text } = await client.send("POST", "/v1/dialer", {
    call_id: callId,
    user_email: rep,
    started_at: "2026-11-02T10:00:00Z",
  });
  const { id } = (JSON.parse(text) as { recording: { id: string } }).recording;
  await client.load(COMPLETE, { id, input: LARGE_ANALYSIS });
  return id;
};

const createLargeRecordings = async (hostile: Hostile, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await createLargeRecording(hostile, `large-${n}`));
  return ids;
};

const shorten = ({ status, text }: TenantAnswer): TenantAnswer => ({
  status,
  text: text.slice(0, 200),
});

/** Requests an answer and reads none of it for some seconds. */
const requestUnread = async (
  { client }: Hostile,
  method: string,
  path: string,
  body?: string,
): Promise<TenantAnswer> => {
  const { promise, resolve } = Promise.withResolvers<TenantAnswer>();
  const end = (status: number, text = ""): void => resolve({ status, text });
  const sent = request(client.url + path, {
    method,
    agent: false,
    headers: { "x-api-key": client.keys.apiKey, "content-type": "application/json" },
  });
  const late = setTimeout(() => sent.destroy(), UNREAD_MS);
  sent.on("response", (answer) => {
    answer.pause();
    answer.on("close", () => end(answer.statusCode!)).on("error", () => {});
  });
  sent.on("error", (error) => end(0, String(error)));
  sent.on("close", () => clearTimeout(late));
  sent.end(body);
  return promise;
};

const UNREAD_MS = 8_000;

let largeId = "";

/** Answers and messages that are large because stored values are, each within its limit. */
export const answers: Record<string, Pattern> = {
  "large-details": {
    description: "pages with the details of 25 recordings, each with the longest texts",
    lanes: 8,
    prepare: async (hostile) => void (await createLargeRecordings(hostile, 25)),
    attack: async ({ client }) =>
      shorten(await client.send("GET", "/v1/recordings?include=details&limit=25")),
  },
  "large-recording": {
    description: "one recording with the longest texts, over 64 connections",
    lanes: 64,
    prepare: async (hostile) => {
      largeId = await createLargeRecording(hostile, "large");
    },
    attack: async ({ client }) => shorten(await client.send("GET", `/v1/recordings/${largeId}`)),
  },
  "unread-pages": {
    description: "pages of 100 summaries of 100 KB, which 200 callers do not read",
    lanes: 200,
    prepare: async (hostile) => void (await createLargeRecordings(hostile, 100)),
    attack: async (hostile) => requestUnread(hostile, "GET", "/v1/recordings?limit=100"),
  },
  "unread-operations": {
    description: "GraphQL answers of 10 MB, which 200 callers do not read",
    lanes: 200,
    prepare: async (hostile) => void (await createLargeRecordings(hostile, 100)),
    attack: async (hostile) =>
      requestUnread(
        hostile,
        "POST",
        "/graphql",
        JSON.stringify({ query: "{ recordings(first: 100) { nodes { summary } } }" }),
      ),
  },
  "large-action-items": {
    description: "a page of 100 recordings that reads the longest action items",
    lanes: 8,
    prepare: async (hostile) => void (await createLargeRecordings(hostile, 50)),
    attack: ({ client }) =>
      client.graphql("{ recordings(first: 100) { nodes { actionItems { text } } } }"),
  },
  "large-deliveries": {
    description: "events of 0.5 MB to 60 webhooks, whose receivers never answer",
    lanes: 4,
    prepare: async (hostile) => {
      for (let n = 0; n < 60; n += 1)
        await hostile.client.load(WEBHOOK, { url: `${hostile.tarpitUrl}/large-${n}` });
      await createLargeRecordings(hostile, 1);
    },
    attack: async ({ client, rep }, n) => {
      const { text } = await client.send("POST", "/v1/dialer", {
        call_id: `event-${n}`,
        user_email: rep,
        started_at: "2026-11-02T10:00:00Z",
      });
      const { id } = (JSON.parse(text) as { recording: { id: string } }).recording;
      return client.graphql(COMPLETE, { id, input: LARGE_ANALYSIS }, true);
    },
  },
  "large-redeliveries": {
    description: "redeliveries of events of 0.5 MB, which ten event streams receive",
    lanes: 12,
    prepare: async (hostile) => {
      await hostile.client.load(WEBHOOK, { url: "http://127.0.0.1:9/closed" });
      await createLargeRecordings(hostile, 25);
    },
    attack: async ({ client }, n) => {
      if (n % 12 < 10) {
        const answer = await fetch(`${client.url}/v1/events/stream`, {
          headers: { "x-api-key": client.keys.apiKey },
          signal: AbortSignal.timeout(10_000),
        });
        if (answer.status !== 200) return { status: answer.status, text: await answer.text() };
        try {
          for await (const part of answer.body ?? [])
            await new Promise((resolve) => setTimeout(resolve, part.length / 1000));
        } catch {
          // Its time is over.
        }
        return { status: answer.status, text: "" };
      }
      const { text } = await client.graphql(DELIVERIES, {}, true);
      const { data } = JSON.parse(text) as {
        data?: { deliveries: { nodes: { id: string }[] } } | null;
      };
      const fields = (data?.deliveries.nodes ?? []).map(
        ({ id }, field) => `r${field}: redeliver(deliveryId: "${id}") { id }`,
      );
      return client.graphql(`mutation { ${fields.join(" ")} }`, {}, true);
    },
  },
};
