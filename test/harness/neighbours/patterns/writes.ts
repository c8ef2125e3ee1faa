import type { Pattern } from "../pattern.js";

const HOUR_MS = 3_600_000;
const START_MS = Date.parse("2026-03-02T10:00:00Z");

const utterancesOf = (count: number, text: string): object[] =>
  Array.from({ length: count }, (_, n) => ({
    speaker: n % 2 === 0 ? "Robin" : "Alex",
    role: n % 2 === 0 ? "rep" : "client",
    text,
    start: n * 100,
    end: n * 100 + 90,
  }));

const callOf = (rep: string, callId: string, more: object = {}): object => ({
  call_id: callId,
  user_email: rep,
  started_at: "2026-03-02T10:00:00Z",
  ...more,
});

const TEMPLATE = `mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id } }`;

const SET_REDACTION = `mutation ($input: RedactionInput!) {
  setRedaction(input: $input) { cardNumbers }
}`;

/** Texts whose card numbers take long to find, or whose matches of `SLOW_PATTERN` do. */
const SLOW_TO_REDACT = [
  "4 1 ".repeat(20_000),
  "4111 1111 1111 1111 ".repeat(4_000),
  "four one triple five ".repeat(4_000),
  "card 4 and 1 uh ".repeat(5_000),
  "q".repeat(90_000),
];
const SLOW_PATTERN = { name: "slow", pattern: "q(?:.*[0-9])?" };

/** Changes that are large, or that cost much for their size. */
export const writes: Record<string, Pattern> = {
  "slow-redaction": {
    description: "calls of up to 4 MB of texts that take long to redact",
    lanes: 8,
    prepare: async ({ client }) =>
      void (await client.load(SET_REDACTION, {
        input: { cardNumbers: true, patterns: [SLOW_PATTERN] },
      })),
    attack: ({ client, rep }, n) => {
      const text = SLOW_TO_REDACT[n % SLOW_TO_REDACT.length]!;
      const transcript = utterancesOf(n % 2 === 0 ? 1 : 50, text);
      return client.send("POST", "/v1/dialer", callOf(rep, `slow-${n}`, { transcript }));
    },
  },
  "unknown-fields": {
    description: "dialer bodies of 9 MB of unknown fields",
    lanes: 8,
    attack: ({ client, rep }, n) =>
      client.send(
        "POST",
        "/v1/dialer",
        callOf(
          rep,
          `unknown-${n}`,
          Object.fromEntries(Array.from({ length: 600_000 }, (_, key) => [`f${key}`, key])),
        ),
      ),
  },
  "deep-json": {
    description: "dialer bodies of a million nested lists",
    lanes: 8,
    attack: ({ client }) =>
      client.send("POST", "/v1/dialer", `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`),
  },
  "large-transcripts": {
    description: "calls of 50,000 utterances",
    lanes: 8,
    attack: ({ client, rep }, n) =>
      client.send(
        "POST",
        "/v1/dialer",
        callOf(rep, `long-${n % 20}`, { transcript: utterancesOf(50_000, "baba cece didi") }),
      ),
  },
  "same-time-appointments": {
    description: "appointments and calls of one rep, all at the same time",
    lanes: 8,
    attack: ({ client, rep }, n) =>
      n % 2 === 0
        ? client.send("POST", "/v1/scheduled-tasks", {
            event_id: `same-${n}`,
            user_email: rep,
            start_time: new Date(START_MS).toISOString(),
          })
        : client.send("POST", "/v1/dialer", callOf(rep, `same-${n}`)),
  },
  "chained-appointments": {
    description: "appointments and calls of one rep whose windows overlap in a chain",
    lanes: 8,
    attack: ({ client, rep }, n) => {
      const at = new Date(START_MS + Math.floor(n / 2) * (HOUR_MS / 2)).toISOString();
      return n % 2 === 0
        ? client.send("POST", "/v1/scheduled-tasks", {
            event_id: `chain-${n}`,
            user_email: rep,
            start_time: at,
          })
        : client.send("POST", "/v1/dialer", {
            ...callOf(rep, `chain-${n}`),
            started_at: new Date(Date.parse(at) + (HOUR_MS * (n % 7)) / 10).toISOString(),
          });
    },
  },
  "rule-analyses": {
    description: "calls of 500 KB in an organization with templates of 200 questions",
    lanes: 4,
    settings: { DEBRIEF_ANALYZER: "basic" },
    prepare: async ({ client }) => {
      for (let template = 0; template < 4; template += 1)
        await client.graphql(
          TEMPLATE,
          {
            input: {
              name: `Template ${template}`,
              questions: Array.from({ length: 200 }, (_, n) => ({
                question: `Did the rep mention baba ${n} and cece ${template}?`,
              })),
            },
          },
          true,
        );
    },
    attack: ({ client, rep }, n) =>
      client.send(
        "POST",
        "/v1/dialer",
        callOf(rep, `rules-${n}`, {
          transcript: utterancesOf(5_000, "baba cece didi ".repeat(6)),
        }),
      ),
  },
  "upsert-flood": {
    description: "appointments over 64 connections",
    lanes: 64,
    attack: ({ client, rep }, n) =>
      client.send("POST", "/v1/scheduled-tasks", {
        event_id: `flood-${n}`,
        user_email: rep,
        start_time: new Date(START_MS + n * HOUR_MS * 24).toISOString(),
        customer: { id: `flood-${n}`, name: "Flood" },
      }),
  },
  "long-mutations": {
    description: "mutations of 90 appointments over 32 connections",
    lanes: 32,
    attack: ({ client, rep }, n) =>
      client.graphql(
        `mutation { ${Array.from(
          { length: 90 },
          (_, alias) =>
            `a${alias}: upsertAppointment(input: { eventId: "long-${n}-${alias}", userEmail: "${rep}", startTime: "2026-03-02T10:00:00Z" }) { id }`,
        ).join(" ")} }`,
      ),
  },
  "erased-clients": {
    description: "clients with many calls, created and erased",
    lanes: 4,
    attack: async ({ client, rep }, n) => {
      for (let call = 0; call < 20; call += 1)
        await client.send(
          "POST",
          "/v1/dialer",
          callOf(rep, `erased-${n}-${call}`, { customer: { id: `erased-${n}`, name: "Erased" } }),
        );
      const { text } = await client.send("GET", `/v1/clients?crmEntityId=erased-${n}`);
      const [, id] = /"id":"([^"]+)"/.exec(text) ?? [];
      return client.graphql(`mutation { deleteClient(id: "${id}") }`, {}, true);
    },
  },
  "renamed-people": {
    description: "changes of names, teams and e-mails that many rows refer to",
    lanes: 8,
    attack: ({ client, rep }, n) =>
      client.graphql(
        n % 2 === 0
          ? `mutation { upsertUser(input: { email: "${rep}", name: "Name ${n}" }) { email } }`
          : `mutation { upsertTeam(input: { name: "Team ${n}", members: [{ email: "${rep}" }] }) { id } }`,
        {},
        true,
      ),
  },
  "refused-calls": {
    description: "calls of reps that do not exist, with large bodies",
    lanes: 16,
    attack: ({ client }, n) =>
      client.send(
        "POST",
        "/v1/dialer",
        callOf(`none-${n}@example.com`, `refused-${n}`, {
          transcript: utterancesOf(500, "x".repeat(100)),
        }),
      ),
  },
  "long-metadata": {
    description: "appointments whose metadata are many small keys",
    lanes: 8,
    attack: ({ client, rep }, n) =>
      client.send("POST", "/v1/scheduled-tasks", {
        event_id: `keys-${n % 500}`,
        user_email: rep,
        start_time: "2026-03-02T10:00:00Z",
        metadata: Object.fromEntries(Array.from({ length: 1_500 }, (_, key) => [`k${key}`, n])),
      }),
  },
};
