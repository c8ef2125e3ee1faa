import "reflect-metadata";
import type { Transcribe } from "../../src/analyzer/analyzer.js";
import { runAttempt } from "../helpers/analysis/run-attempt.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const AUDIO = "https://phone.example.com/call.mp3";

const hear =
  (...texts: string[]): Transcribe =>
  async () => ({
    utterances: texts.map((text, at) => ({
      speaker: "Rep",
      role: "rep",
      text,
      start: at * 1_000,
      end: at * 1_000 + 900,
    })),
    notices: [],
  });

const fetchTranscript = async (org: Tenant, id: string) =>
  await org.graphql(
    `query ($id: ID!) {
        recording(id: $id) { transcriptCorrectedAt transcript { text heard } }
        originalTranscript(recordingId: $id) { text heard }
      }`,
    { id },
  );

const save = async (org: Tenant, term: string, heardAs?: string[]) =>
  org.graphql(
    "mutation ($term: String!, $heardAs: [String!]) { saveVocabularyTerm(term: $term, heardAs: $heardAs) { term heardAs } }",
    { term, heardAs },
  );

const list = async (org: Tenant) =>
  (await org.graphql("{ vocabulary { term heardAs } }")).vocabulary;

test("a call that debrief transcribes has the names and terms that debrief knows, with what was heard", async (t) => {
  const { server, org } = t.context;
  await org.createUser(undefined, { name: "Tom Okafor" });
  await save(org, "Trane", ["train"]);
  const id = await org.ingestCall({
    recording_url: AUDIO,
    customer: { id: "c-1", name: "Samuel Jensen" },
  });
  await runAttempt(server, org, id, {
    transcribe: hear("Hi, Tom Okaphor here.", "Mr. Jenson, the train is in.", "Thank you."),
  });
  const { recording, originalTranscript } = await fetchTranscript(org, id);
  t.deepEqual(recording, {
    transcriptCorrectedAt: null,
    transcript: [
      { text: "Hi, Tom Okafor here.", heard: "Hi, Tom Okaphor here." },
      { text: "Mr. Jensen, the Trane is in.", heard: "Mr. Jenson, the train is in." },
      { text: "Thank you.", heard: null },
    ],
  });
  t.is(originalTranscript, null);
});

test("a repaired line is written as it was heard again, alone or with the others", async (t) => {
  const { server, org } = t.context;
  await org.createUser(undefined, { name: "Tom Okafor" });
  const id = await org.ingestCall({ recording_url: AUDIO });
  const texts = ["Tom Okaphor.", "Okaphor again.", "Okaphor."];
  await runAttempt(server, org, id, { transcribe: hear(...texts) });
  const restore = (lines: number[] | null) =>
    org.graphql(
      "mutation ($id: ID!, $lines: [Int!]) { restoreHeardWords(recordingId: $id, lines: $lines) { id } }",
      { id, lines },
    );
  await restore([1]);
  const one = await fetchTranscript(org, id);
  t.deepEqual(one.recording.transcript, [
    { text: "Tom Okafor.", heard: "Tom Okaphor." },
    { text: "Okaphor again.", heard: null },
    { text: "Okafor.", heard: "Okaphor." },
  ]);
  t.not(one.recording.transcriptCorrectedAt, null);
  t.is(one.originalTranscript[1].text, "Okafor again.");
  await restore(null);
  t.deepEqual(
    (await fetchTranscript(org, id)).recording.transcript.map(({ text }: { text: string }) => text),
    texts,
  );
});

test("a line that has been corrected isn't written as it was heard", async (t) => {
  const { server, org } = t.context;
  await org.createUser(undefined, { name: "Tom Okafor" });
  const id = await org.ingestCall({ recording_url: AUDIO });
  await runAttempt(server, org, id, { transcribe: hear("Tom Okaphor.") });
  await org.graphql(
    `mutation ($id: ID!) { correctUtterance(recordingId: $id, index: 0, expectedText: "Tom Okafor.", text: "Tim Okafor.") { id } }`,
    { id },
  );
  t.deepEqual((await fetchTranscript(org, id)).recording.transcript, [
    { text: "Tim Okafor.", heard: null },
  ]);
  const { errors } = await org.sendGraphql(
    "mutation ($id: ID!) { restoreHeardWords(recordingId: $id, lines: [0]) { id } }",
    { id },
  );
  t.like(errors?.[0]?.extensions, { code: "CONFLICT", field: "lines.0" });
});

test("a transcript that a phone system sent stays as it was sent", async (t) => {
  const { server, org } = t.context;
  await org.createUser(undefined, { name: "Tom Okafor" });
  const id = await org.ingestCall({
    transcript: [{ speaker: "Rep", role: "rep", text: "Tom Okaphor.", start: 0, end: 900 }],
  });
  await runAttempt(server, org, id);
  t.deepEqual((await fetchTranscript(org, id)).recording.transcript, [
    { text: "Tom Okaphor.", heard: null },
  ]);
});

test("what was heard is redacted", async (t) => {
  const { server, org } = t.context;
  await org.createUser(undefined, { name: "Tom Okafor" });
  await org.graphql("mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }");
  const id = await org.ingestCall({ recording_url: AUDIO });
  await runAttempt(server, org, id, {
    transcribe: hear("Tom Okaphor, my card is 4111 1111 1111 1111."),
  });
  const [line] = (await fetchTranscript(org, id)).recording.transcript;
  t.regex(line.text, /^Tom Okafor, my card is \[/);
  t.regex(line.heard, /^Tom Okaphor, my card is \[/);
  t.false(JSON.stringify(line).includes("4111"));
});

test("terms are added, changed and removed, once each in any case", async (t) => {
  const { org } = t.context;
  await save(org, "  Comfort   Plus ", ["comfort blues", "Comfort Blues"]);
  await save(org, "trane", ["train"]);
  await save(org, "Trane");
  t.deepEqual(await list(org), [
    { term: "Comfort Plus", heardAs: ["Comfort Blues"] },
    { term: "Trane", heardAs: ["train"] },
  ]);
  const remove = (term: string) =>
    org.graphql("mutation ($term: String!) { deleteVocabularyTerm(term: $term) }", { term });
  t.true((await remove("TRANE")).deleteVocabularyTerm);
  t.false((await remove("TRANE")).deleteVocabularyTerm);
  t.deepEqual(await list(org), [{ term: "Comfort Plus", heardAs: ["Comfort Blues"] }]);
});

for (const [what, term, heardAs, field] of [
  ["without a letter", "!!", undefined, "term"],
  ["of four words", "a b c d", undefined, "term"],
  ["that is too long", "x".repeat(61), undefined, "term"],
  ["heard as itself", "Trane", ["Trane"], "heardAs.0"],
  ["heard as nothing", "Trane", ["train", " "], "heardAs.1"],
  ["heard as another term", "Trane", ["Lennox"], "heardAs.0"],
  ["heard as what another term is heard as", "Trane", ["Lenny"], "heardAs.0"],
  ["that another term is heard as", "Lenny", undefined, "term"],
  ["with the letters of another term", "Len nox", undefined, "term"],
  ["heard as another term, after a repetition", "Trane", ["train", "Train", "Lennox"], "heardAs.2"],
] as const)
  test(`a term ${what} is refused`, async (t) => {
    const { org } = t.context;
    await save(org, "Lennox", ["Lenny"]);
    const { errors } = await org.sendGraphql(
      "mutation ($term: String!, $heardAs: [String!]) { saveVocabularyTerm(term: $term, heardAs: $heardAs) { term } }",
      { term, heardAs },
    );
    t.is(errors?.[0]?.extensions.field, field);
    t.is((await list(org)).length, 1);
  });

test("a term that redaction would change is removed", async (t) => {
  const { org } = t.context;
  await save(org, "Part 4111111111111111");
  await org.graphql("mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }");
  const { deleteVocabularyTerm } = await org.graphql(
    `mutation { deleteVocabularyTerm(term: " part  4111111111111111") }`,
  );
  t.true(deleteVocabularyTerm);
});

test("corrections that were undone are not offered", async (t) => {
  const { org } = t.context;
  await org.createUser();
  const suggest = async () =>
    (await org.graphql("{ vocabularySuggestions { term } }")).vocabularySuggestions;
  const correct = (id: string, before: string, after: string) =>
    org.graphql(
      "mutation ($id: ID!, $before: String!, $after: String!) { correctUtterance(recordingId: $id, index: 0, expectedText: $before, text: $after) { id } }",
      { id, before, after },
    );
  const [heard, meant] = ["A Renni unit", "A Rinnai unit"];
  const ids: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    const transcript = [{ speaker: "Rep", role: "rep", text: heard, start: 0, end: 900 }];
    const id = await org.createProcessed({ transcript });
    await correct(id, heard, meant);
    ids.push(id);
  }
  t.deepEqual(await suggest(), [{ term: "Rinnai" }]);
  await correct(ids[0]!, meant, heard);
  t.deepEqual(await suggest(), []);
  await correct(ids[0]!, heard, meant);
  t.deepEqual(await suggest(), [{ term: "Rinnai" }]);
  await org.graphql("mutation ($id: ID!) { undoTranscriptCorrections(recordingId: $id) { id } }", {
    id: ids[1]!,
  });
  t.deepEqual(await suggest(), []);
});

test("words that were corrected three times in 30 days are offered, unless they are of a dictionary or known", async (t) => {
  const { org } = t.context;
  await org.createUser();
  const correct = async (before: string, after: string): Promise<string> => {
    const transcript = [{ speaker: "Rep", role: "rep", text: before, start: 0, end: 900 }];
    const id = await org.createProcessed({ transcript });
    await org.graphql(
      "mutation ($id: ID!, $before: String!, $after: String!) { correctUtterance(recordingId: $id, index: 0, expectedText: $before, text: $after) { id } }",
      { id, before, after },
    );
    return id;
  };
  const suggest = async () =>
    (await org.graphql("{ vocabularySuggestions { heard term times } }")).vocabularySuggestions;
  const ids: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    ids.push(await correct("A Renni unit", "A Rinnai unit"));
    await correct("their roof", "there roof");
    if (time < 2) await correct("a Kolar sink", "a Kohler sink");
  }
  t.deepEqual(await suggest(), [{ heard: "renni", term: "Rinnai", times: 3 }]);
  await save(org, "Rinnai", ["Renni"]);
  t.deepEqual(await suggest(), []);
  await org.graphql(`mutation { deleteVocabularyTerm(term: "Rinnai") }`);
  t.is((await suggest()).length, 1);
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: ids[0]! });
  t.deepEqual(await suggest(), []);
});

test("corrections from more than 30 days ago are not offered", async (t) => {
  const { org, server } = t.context;
  await org.createUser();
  const transcript = [{ speaker: "Rep", role: "rep", text: "A Renni unit", start: 0, end: 900 }];
  for (let time = 0; time < 3; time += 1) {
    const id = await org.createProcessed({ transcript });
    await org.graphql(
      `mutation ($id: ID!) { correctUtterance(recordingId: $id, index: 0, expectedText: "A Renni unit", text: "A Rinnai unit") { id } }`,
      { id },
    );
  }
  await server.services
    .db("word_corrections")
    .where("organization_id", org.id)
    .update({ corrected_at: server.services.now() - 31 * 24 * 60 * 60 * 1000 });
  t.deepEqual((await org.graphql("{ vocabularySuggestions { term } }")).vocabularySuggestions, []);
});
