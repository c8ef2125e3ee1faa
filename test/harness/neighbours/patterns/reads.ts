import type { Pattern } from "../pattern.js";

const SYLLABLES = ["ba", "be", "bi", "bo", "bu", "ca", "ce", "ci", "co", "cu", "da", "de", "di"];

/** 32 prefixes, which many words of the filled organization begin with. */
const PREFIXES = Array.from(
  { length: 32 },
  (_, n) => `${SYLLABLES[n % SYLLABLES.length]}${"bcdfg"[n % 5]}*`,
).join(" ");

const STATS_FIELDS =
  "stats { name avgTalkTime avgProcessScore recordingsByTag total processQuestionBreakdown { questionId totalCount } }";

/** Reads that work long. */
export const reads: Record<string, Pattern> = {
  "prefix-search": {
    description: "searches of 32 prefixes, by relevance",
    lanes: 8,
    attack: ({ client }) =>
      client.send("GET", `/v1/recordings?limit=100&search=${encodeURIComponent(PREFIXES)}`),
  },
  "search-aliases": {
    description: "documents of 86 searches, whose callers hang up after a second",
    lanes: 6,
    attack: async ({ client }, n) => {
      const fields = Array.from(
        { length: 86 },
        (_, alias) =>
          `a${alias}: recordings(first: 1, filter: { search: "ba* be* bi* ${alias}${n}*" }) { nodes { id } }`,
      );
      return client.graphql(`{ ${fields.join(" ")} }`);
    },
  },
  "stats-flood": {
    description: "statistics of all time, by user and by team, with every breakdown",
    lanes: 24,
    attack: ({ client }, n) =>
      client.graphql(
        `{ stats(groupBy: ${n % 2 === 0 ? "user" : "team"}, filter: { from: "2000-01-0${1 + (n % 9)}" }) { ${STATS_FIELDS} } }`,
      ),
  },
  "page-flood": {
    description: "pages of a hundred recordings over 48 connections",
    lanes: 48,
    attack: ({ client }) => client.send("GET", "/v1/recordings?limit=100"),
  },
  "export-slowly": {
    description: "exports that are read at a few KB per second",
    lanes: 3,
    attack: async ({ client }) => {
      const answer = await fetch(`${client.url}/export`, {
        headers: { "x-api-key": client.keys.apiKey },
        signal: AbortSignal.timeout(20_000),
      });
      if (answer.status !== 200) return { status: answer.status, text: await answer.text() };
      try {
        for await (const part of answer.body ?? [])
          await new Promise((resolve) => setTimeout(resolve, part.length / 10));
      } catch {
        // Its time is over.
      }
      return { status: answer.status, text: "" };
    },
  },
  "event-streams": {
    description: "event streams, opened and dropped",
    lanes: 30,
    attack: async ({ client }) => {
      const answer = await fetch(`${client.url}/v1/events/stream`, {
        headers: { "x-api-key": client.keys.apiKey },
      });
      await new Promise((resolve) => setTimeout(resolve, 500));
      await answer.body?.cancel();
      return { status: answer.status, text: "" };
    },
  },
  mcp: {
    description: "assistants that read the longest answers",
    lanes: 16,
    attack: ({ client }, n) =>
      client.send(
        "POST",
        "/mcp",
        {
          jsonrpc: "2.0",
          id: n,
          method: "tools/call",
          params: { name: "find_recordings", arguments: { limit: 100, search: "ba*" } },
        },
        {
          authorization: `Bearer ${client.keys.apiKey}`,
          accept: "application/json, text/event-stream",
        },
      ),
  },
};
