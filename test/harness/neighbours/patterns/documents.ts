import type { Pattern } from "../pattern.js";

const repeat = (count: number, item: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => item(n)).join(" ");

const METADATA = { text: "m".repeat(16_000) };
const APPOINTMENT = `mutation ($input: AppointmentInput!) { upsertAppointment(input: $input) { id } }`;

/** GraphQL documents that are short and cost much. */
export const documents: Record<string, Pattern> = {
  "metadata-aliases": {
    description: "two lists whose nodes read 16 KB of metadata under 90 aliases of a fragment",
    lanes: 4,
    prepare: async ({ client, rep }) => {
      for (let n = 0; n < 100; n += 1)
        await client.load(APPOINTMENT, {
          input: {
            eventId: `large-${n}`,
            userEmail: rep,
            startTime: "2026-03-02T10:00:00Z",
            metadata: METADATA,
          },
        });
    },
    attack: ({ client }) =>
      client.graphql(
        `{ a: appointments(first: 100) { nodes { ...f } } b: appointments(first: 100) { nodes { ...f } } }
         fragment f on Appointment { ${repeat(90, (n) => `m${n}: metadata`)} }`,
      ),
  },
  "summary-aliases": {
    description: "a page of recordings that reads its transcripts under 90 aliases",
    lanes: 4,
    attack: ({ client }) =>
      client.graphql(
        `{ recordings(first: 100) { nodes { ${repeat(90, (n) => `t${n}: transcript { text speaker }`)} } } }`,
      ),
  },
  "changed-lists": {
    description: "90 aliases of a list by two filters that no index serves together",
    lanes: 4,
    attack: ({ client }, n) =>
      client.graphql(
        `query ($since: DateFrom) { ${repeat(
          90,
          (alias) =>
            `a${alias}: recordings(first: 1, filter: { updatedSince: $since, clientId: "00000000-0000-7000-8000-00000000000${(alias + n) % 10}" }) { nodes { id } }`,
        )} }`,
        { since: "2020-01-01" },
      ),
  },
  "tag-lists": {
    description: "90 aliases of a list by a tag that no recording has, and by rep and time",
    lanes: 4,
    attack: ({ client, rep }) =>
      client.graphql(
        `{ ${repeat(
          90,
          (alias) =>
            `a${alias}: recordings(first: 1, filter: { tag: "none${alias}", userEmail: "${rep}", from: "2000-01-01" }) { nodes { id } }`,
        )} }`,
      ),
  },
  "large-variable-name": {
    description: "an undeclared variable whose name has 9 MB, another one each time",
    lanes: 8,
    attack: ({ client }, n) =>
      client.graphql("{ viewer { role } }", { [`v${n}${"x".repeat(9_000_000)}`]: 1 }),
  },
  "unknown-variables": {
    description: "9 MB of undeclared variables",
    lanes: 8,
    attack: ({ client }) =>
      client.graphql(
        "{ viewer { role } }",
        Object.fromEntries(Array.from({ length: 600_000 }, (_, n) => [`v${n}`, n])),
      ),
  },
  "distinct-documents": {
    description: "documents of the greatest length, each one new to every cache",
    lanes: 8,
    attack: ({ client }, n) =>
      client.graphql(
        `{ ${repeat(90, (alias) => `a${n}x${alias}: users { email name role active }`)} }`,
      ),
  },
  introspection: {
    description: "introspection of the whole schema, several times in one document",
    lanes: 8,
    attack: ({ client }, n) =>
      client.graphql(
        `{ ${repeat(5, (alias) => `a${n}x${alias}: __schema { types { name fields { name args { name type { name ofType { name } } } type { name ofType { name } } } } }`)} }`,
      ),
  },
  "nested-pages": {
    description: "clients, their recordings, and the clients of those, in full pages",
    lanes: 4,
    attack: ({ client }) =>
      client.graphql(
        "{ clients(first: 100) { nodes { name recordings(first: 100) { nodes { id summary client { name } appointment { eventId } } } } } }",
      ),
  },
};
