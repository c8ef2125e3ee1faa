import { sendMutations } from "../helpers/recordings/bulk-recordings.js";
import { test } from "../helpers/own-paused-suite.js";
import { postGraphql } from "../helpers/graphql/post-graphql.js";
import type { Tenant } from "../helpers/server.js";
import { SeededRandom } from "../harness/documents/seeded-random.js";

/** More with DOCUMENTS=1000. */
const DOCUMENTS = Number(process.env["DOCUMENTS"] ?? 40);
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const RECORDINGS = 12;
const LONG_TEXT = "wörter ".repeat(12_000);
const LARGE_JSON = Object.fromEntries(
  Array.from({ length: 700 }, (_, index) => [`key ${index}`, [index, null]]),
);

const REFUSALS = [
  /^The response has more than 16 MiB: /,
  /^The response could have \d+ values, more than the maximum of 500000: /,
  /^The operation could read \d+ rows, more than the maximum of 25000: /,
  /^The operation has \d+ aliases with its fragments expanded, more than the maximum of 100$/,
  /^The operation is too long with its fragments expanded$/,
];

/** Creates recordings with clients and appointments whose texts are as long as they may be. */
const fillOrganization = async (org: Tenant): Promise<void> => {
  for (let index = 0; index < RECORDINGS; index += 1) {
    await org.send("POST", "/v1/scheduled-tasks", {
      event_id: `e-${index}`,
      user_email: "rep@example.com",
      start_time: "2026-03-02T10:00:00Z",
      customer: { id: `c-${index % 3}`, name: "C" },
      metadata: LARGE_JSON,
    });
    await org.createProcessed(
      { callId: `call-${index}`, eventId: `e-${index}`, customer: { id: `c-${index % 3}` } },
      { summary: LONG_TEXT, notes: LONG_TEXT, coaching: LONG_TEXT, customFields: LARGE_JSON },
    );
  }
};

const LEAVES: Record<string, readonly string[]> = {
  Recording: ["id", "summary", "notes", "coaching", "customFields", "userEmail"],
  Appointment: ["eventId", "metadata", "startTime", "title"],
  Client: ["id", "insights", "notes", "name"],
};

/** The fields of each type that lead to other types. */
const EDGES: Record<string, readonly (readonly [field: string, type: string])[]> = {
  Recording: [
    ["client", "Client"],
    ["appointment", "Appointment"],
  ],
  Appointment: [
    ["recording", "Recording"],
    ["client", "Client"],
  ],
  Client: [["recordings(first: 12) { nodes", "Recording"]],
};

const LISTS = [
  ["recordings", "Recording"],
  ["appointments", "Appointment"],
  ["clients", "Client"],
] as const;

/** Writes a document with aliases, pages and fragments that spread each other. */
const writeDocument = (random: SeededRandom): string => {
  const fragments: string[] = [];
  let aliases = 0;
  const times = (most: number, write: () => string): string =>
    Array.from({ length: 1 + random.below(most) }, write).join(" ");
  const writeFields = (type: string, depth: number): string => {
    const leaves = times(8, () => `a${(aliases += 1)}: ${random.pick(LEAVES[type]!)}`);
    if (depth === 0 || random.chance(40)) return leaves;
    const [field, inner] = random.pick(EDGES[type]!);
    const close = field.includes("{") ? "} }" : "}";
    return `${leaves} e${(aliases += 1)}: ${field} { ${writeFields(inner, depth - 1)} ${close}`;
  };
  const writeSelection = (type: string): string => {
    const fields = writeFields(type, 2);
    if (random.chance(50)) return fields;
    const name = `F${fragments.length}`;
    fragments.push(`fragment ${name} on ${type} { ${fields} }`);
    return `...${name}`;
  };
  const lists = times(6, () => {
    const [list, type] = random.pick(LISTS);
    const selection = writeSelection(type);
    return times(
      3,
      () =>
        `l${(aliases += 1)}: ${list}(first: ${random.pick([1, 12, 100])}) { nodes { ${selection} } }`,
    );
  });
  return `{ ${lists} } ${fragments.join(" ")}`;
};

test.serial(
  "an answer has at most 16 MiB, or the refusal says which limit it exceeds",
  async (t) => {
    const { org, server } = t.context;
    await fillOrganization(org);
    const random = new SeededRandom(19);
    const counts = { answered: 0, refused: 0 };
    for (let index = 0; index < DOCUMENTS; index += 1) {
      const query = writeDocument(random);
      const { status, body, text } = await postGraphql(server, org.internalToken, { query });
      if (status === 200) {
        counts.answered += 1;
        t.deepEqual(Object.keys(body), ["data"], query);
        t.true(Buffer.byteLength(text) <= MAX_ANSWER_BYTES, query);
        continue;
      }
      counts.refused += 1;
      t.is(status, 400, query);
      t.is(body.errors.length, 1, query);
      t.true(
        REFUSALS.some((pattern) => pattern.test(body.errors[0].message)),
        body.errors[0].message,
      );
    }
    t.true(
      counts.answered > DOCUMENTS / 8 && counts.refused > DOCUMENTS / 8,
      JSON.stringify(counts),
    );
    t.log(counts);
  },
);

test.serial("mutations count their answers, too", async (t) => {
  const { org, server } = t.context;
  await fillOrganization(org);
  const list = `client { recordings(first: 100) { nodes { ${Array.from({ length: 98 }, (_, index) => `a${index}: notes`).join(" ")} } } }`;
  const [{ id }] = (await org.graphql("{ recordings(first: 1) { nodes { id } } }")).recordings
    .nodes;
  const query = `mutation { syncRecording(recordingId: "${id}") { ${list} } }`;
  const answer = await postGraphql(server, org.internalToken, { query });
  t.is(answer.status, 400);
  t.regex(answer.body.errors[0].message, REFUSALS[0]!);
  t.is((await sendMutations(org, [`syncRecording(recordingId: "${id}") { id }`])).length, 1);
});
