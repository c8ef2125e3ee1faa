import type { Hostile, Pattern } from "../pattern.js";
import type { TenantAnswer } from "../tenant-client.js";

const USERS = 10_000;
const MEMBERS = 1_000;
const UPSERT_TEAM = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;
const WEBHOOK = `createWebhook(input: { url: "http://127.0.0.1:9/w", events: ["recording.integration_updated"] }) { webhook { id } }`;

const repeat = (count: number, item: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => item(n)).join(" ");

const emailOf = (n: number): string => `member-${n}@example.com`;

const createMembers = async ({ client }: Hostile): Promise<void> => {
  for (let from = 0; from < USERS; from += 90)
    await client.load(
      `mutation { ${repeat(90, (n) => `u${n}: upsertUser(input: { email: "${emailOf(from + n)}", name: "Member ${from + n}" }) { email }`)} }`,
    );
};

const members = Array.from({ length: MEMBERS }, (_, n) => ({ email: emailOf(n) }));

const shorten = ({ status, text }: TenantAnswer): TenantAnswer => ({
  status,
  text: text.slice(0, 200),
});

let clientId = "";
let recordingId = "";

/** Rows without number: each one is small, and something reads or writes all of them. */
export const crowds: Record<string, Pattern> = {
  "many-webhooks": {
    description: "events of an organization with 180 webhooks, 20 in a mutation",
    lanes: 32,
    prepare: async ({ client }) => {
      for (let n = 0; n < 2; n += 1)
        await client.load(`mutation { ${repeat(90, (alias) => `w${alias}: ${WEBHOOK}`)} }`);
      const { text } = await client.send("GET", "/v1/recordings?limit=1");
      recordingId = (JSON.parse(text) as { recordings: { id: string }[] }).recordings[0]!.id;
    },
    attack: ({ client }) =>
      client.graphql(
        `mutation { ${repeat(20, (n) => `s${n}: syncRecording(recordingId: "${recordingId}") { id }`)} }`,
        {},
        true,
      ),
  },
  "large-teams": {
    description: "a team of 1,000 members, written again and again",
    lanes: 32,
    prepare: createMembers,
    attack: ({ client }, n) =>
      client.graphql(UPSERT_TEAM, { input: { name: `Team ${n}`, members } }, true),
  },
  "large-team-aliases": {
    description: "mutations that write 90 teams of 1,000 members",
    lanes: 8,
    prepare: createMembers,
    attack: ({ client }, n) =>
      client.graphql(
        `mutation ($members: [TeamMemberInput!]!) { ${repeat(90, (alias) => `t${alias}: upsertTeam(input: { name: "Team ${n}", members: $members }) { id }`)} }`,
        { members },
        true,
      ),
  },
  "all-members": {
    description: "lists of 40 teams of 1,000 members",
    lanes: 16,
    prepare: async (hostile) => {
      await createMembers(hostile);
      for (let n = 0; n < 40; n += 1)
        await hostile.client.load(UPSERT_TEAM, { input: { name: `Team ${n}`, members } });
    },
    attack: async ({ client }) => shorten(await client.send("GET", "/v1/teams")),
  },
  "all-users": {
    description: "lists of 10,000 users",
    lanes: 32,
    prepare: createMembers,
    attack: async ({ client }) => shorten(await client.send("GET", "/v1/users")),
  },
  "all-users-aliases": {
    description: "90 lists of 10,000 users in a document",
    lanes: 8,
    prepare: createMembers,
    attack: async ({ client }) =>
      shorten(await client.graphql(`{ ${repeat(90, (n) => `u${n}: users { id: email }`)} }`)),
  },
  "team-stats": {
    description: "statistics by team of 40 teams of 1,000 members",
    lanes: 16,
    prepare: async (hostile) => {
      await createMembers(hostile);
      for (let n = 0; n < 40; n += 1)
        await hostile.client.load(UPSERT_TEAM, { input: { name: `Team ${n}`, members } });
    },
    attack: ({ client }) => client.graphql("{ stats(groupBy: team) { stats { name total } } }"),
  },
  "patched-client": {
    description: "changes of a client with 2,000 appointments",
    lanes: 32,
    prepare: async ({ client, rep }) => {
      for (let from = 0; from < 2_000; from += 80)
        await client.load(
          `mutation { ${repeat(
            80,
            (n) =>
              `a${n}: upsertAppointment(input: { eventId: "patched-${from + n}", userEmail: "${rep}", startTime: "2027-03-02T10:00:00Z", customer: { id: "patched", name: "Ann" } }) { id }`,
          )} }`,
        );
      const { text } = await client.send("GET", "/v1/clients?crmEntityId=patched");
      [, clientId = ""] = /"id":"([^"]+)"/.exec(text) ?? [];
    },
    attack: ({ client }, n) =>
      client.graphql(
        `mutation { updateClient(id: "${clientId}", input: { name: "Name ${n}" }) { id } }`,
        {},
        true,
      ),
  },
  "settings-flood": {
    description: "mutations of 90 settings, each with a line in the audit log",
    lanes: 32,
    attack: ({ client, rep }, n) =>
      client.graphql(
        `mutation { ${repeat(90, (alias) => `a${alias}: upsertUser(input: { email: "${rep}", name: "Name ${n} ${alias}" }) { email }`)} }`,
        {},
        true,
      ),
  },
  "retention-previews": {
    description: "previews of the retention report, with other days each time",
    lanes: 16,
    attack: ({ client }, n) =>
      client.graphql(
        `{ retentionReport(days: { payloadDays: ${1 + (n % 300)}, transcriptDays: ${1 + (n % 300)} }) { media { bytes } payloads { bytes count } transcripts { bytes count } } }`,
        {},
        true,
      ),
  },
};
