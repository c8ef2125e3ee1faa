import { createFullRecordings } from "../helpers/recordings/bulk-recordings.js";
import { test } from "../helpers/suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";

const FIELDS =
  `id name status source organizationId createdAt updatedAt processedAt startedAt duration
  summary notes coaching closed clientId failureReason customFields url userEmail eventId tags`.split(
    /\s+/,
  );
const EDGES = [
  "user { email }",
  "client { id }",
  "template { id }",
  "appointment { id }",
  "match { eventId offset }",
  "transcript { speaker text }",
  "actionItems { text }",
];

test("a list shows each field as the recording itself does", async (t) => {
  const { org } = t.context;
  await createFullRecordings(org, { from: 0, to: 2 }, await createTemplate(org, "One?"));
  const { recordings } = await org.graphql("{ recordings { nodes { id } } }");
  const [{ id }] = recordings.nodes;
  for (const field of [...FIELDS, ...EDGES]) {
    const { recording } = await org.graphql(`{ recording(id: "${id}") { id ${field} } }`);
    t.not(recording[field.split(" ")[0]!], undefined, field);
    for (const query of [
      `{ recordings { nodes { id ${field} } } }`,
      `{ recordings { page: nodes { id name } nodes { ...all } } } fragment all on Recording { id ${field} }`,
      `{ recordings { nodes { id } } recordings { nodes { ... on Recording { ${field} } } } }`,
    ])
      t.deepEqual((await org.graphql(query)).recordings.nodes[0], recording, query);
    const { recordings: edged } = await org.graphql(
      `{ recordings { edges { node { id ${field} } } } }`,
    );
    t.deepEqual(edged.edges[0].node, recording);
  }
});

test("@include adds a field to a list, whichever variable came first", async (t) => {
  const { org } = t.context;
  await org.createUser();
  await org.createProcessed({}, { notes: "At length." });
  const query = `query ($more: Boolean!) {
    recordings { nodes { name } }
    recordings @include(if: $more) { nodes { notes } }
  }`;
  for (const more of [false, true, false, true]) {
    const { recordings } = await org.graphql(query, { more });
    t.is(recordings.nodes[0].notes, more ? "At length." : undefined);
  }
});
