import { createClip } from "../helpers/clips/clips.js";
import { addComment, REPLY } from "../helpers/comments/comments.js";
import { connectAssistant } from "../helpers/mcp/assistant.js";
import { createTeam } from "../helpers/stats/stats.js";
import { test } from "../helpers/suite.js";
import { createTracker, searchTrackers, storeMeanings } from "../helpers/trackers/trackers.js";
import { tools as allTools } from "../../src/api/mcp/tools.js";

const transcript = [
  { speaker: "Robin Rep", role: "rep", text: "Good morning", start: 0, end: 900 },
  { speaker: "Ann", role: "client", text: "Hello", start: 1_000, end: 1_400 },
];

for (const isModern of [true, false])
  test(`an assistant reads calls, clients, appointments and stats (${isModern ? "2026" : "2025"} revision)`, async (t) => {
    const { server, org } = t.context;
    await org.send("POST", "/v1/scheduled-tasks", {
      event_id: "e-1",
      user_email: "rep@example.com",
      start_time: "2026-03-02T10:00:00Z",
      customer: { id: "c-1", name: "Ann" },
    });
    const id = await org.createProcessed(
      { name: "Visit", event_id: "e-1", transcript },
      { tags: ["sold"], notes: "Some notes" },
    );
    const { client, callTool } = await connectAssistant(t, server.url, org.apiKey, isModern);
    t.is(client.getProtocolEra(), isModern ? "modern" : "legacy");
    t.regex(client.getInstructions()!, /untrusted/);

    const { data: found } = await callTool("find_recordings", {
      tag: "sold",
      limit: 1,
      clientId: null,
    });
    t.like(found.recordings[0], { id, name: "Visit", summary: "A summary.", eventId: "e-1" });
    t.false(found.hasMore);
    const [{ clientId }] = found.recordings;
    const { data: whole } = await callTool("get_recording", { id });
    t.like(whole.recording, { notes: "Some notes", client: { id: clientId, name: "Ann" } });
    const { data: spoken } = await callTool("get_transcript", { recordingId: id });
    t.deepEqual(spoken, {
      recordingId: id,
      transcript: transcript.map(({ role: _, ...one }) => one),
      nextCursor: null,
      hasMore: false,
    });

    const { data: appointments } = await callTool("find_appointments", { matchStatus: "matched" });
    t.like(appointments.appointments[0], { eventId: "e-1", recordingId: id });
    const { data: appointment } = await callTool("get_appointment", { eventId: "e-1" });
    t.deepEqual(appointment.appointment, appointments.appointments[0]);
    const { data: clients } = await callTool("find_clients", { crmEntityId: "c-1" });
    t.is(clients.clients[0].id, clientId);
    t.is((await callTool("get_client", { id: clientId })).data.client.name, "Ann");

    const { data: report } = await callTool("get_stats", {
      groupBy: "user",
      startDate: "2026-01-01",
    });
    t.like(report.stats[0], { email: "rep@example.com", totalRecordings: 1 });
    t.is((await callTool("list_users")).data.users[0].email, "rep@example.com");
    t.deepEqual((await callTool("list_teams")).data.teams, []);
  });

test("an assistant searches calls page by page", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant("Other");
  await other.createUser();
  await other.createProcessed({ name: "Gutter" });
  await org.createProcessed({ name: "Roof" });
  // It ranks clearly lower; concurrent writes of other tests shift ranks slightly.
  await org.createProcessed({ name: "Old" }, { notes: "gutter" });
  await org.createProcessed({ name: "gutter" });
  const { callTool } = await connectAssistant(t, server.url, org.apiKey);
  const names: string[] = [];
  for (let cursor: string | null = null; names.length < 3;) {
    const { data } = await callTool("find_recordings", { search: "gutter", limit: 1, cursor });
    names.push(...data.recordings.map(({ name }: { name: string }) => name));
    cursor = data.nextCursor;
    if (!data.hasMore) break;
  }
  t.deepEqual(names, ["gutter", "Old"]);
  t.like((await callTool("find_recordings", { search: "*" })).error, { field: "search" });
});

test("an assistant finds what was meant, with quote, speaker and link", async (t) => {
  const { server, org } = t.context;
  const text = "That is too expensive for us.";
  const line = { speaker: "Ann", role: "client", text, start: 61_000, end: 64_000 };
  const id = await org.createProcessed({ name: "Visit", transcript: [line] });
  const { callTool } = await connectAssistant(t, server.url, org.apiKey);
  const values = { meaning: "We can't afford it.", saidBy: "client" };
  t.like((await callTool("find_sentences", values)).error, { field: "meaning" });
  await storeMeanings(server, org);
  const { data } = await callTool("find_sentences", values);
  const [sentence] = data.sentences;
  t.like(sentence, {
    quote: text,
    speaker: "Ann",
    start: 61_000,
    recording: { id, name: "Visit" },
  });
  t.true(sentence.url.endsWith(`/recordings/${id}#t=61`));
});

test("an assistant counts trackers, and reads where one was found", async (t) => {
  const { server, org } = t.context;
  const line = { speaker: "A", role: "client", text: "That is expensive.", start: 0, end: 2_000 };
  const id = await org.createProcessed({ transcript: [line] });
  await org.createProcessed();
  const trackerId = await createTracker(org, ["expensive"], { name: "Price" });
  await searchTrackers(server, org);
  const { callTool } = await connectAssistant(t, server.url, org.apiKey);
  const range = { fromDate: "2026-01-01", toDate: "2026-12-31" };
  const { data } = await callTool("list_trackers", range);
  const tracker = { id: trackerId, name: "Price" };
  t.deepEqual(data.trackers, [tracker]);
  t.like(data.trackedCalls[0], { tracker, calls: 1, user: { email: "rep@example.com" } });
  const teamId = await createTeam(org, "North", "rep@example.com");
  const byTeam = await callTool("list_trackers", { ...range, groupBy: "team" });
  t.like(byTeam.data.trackedCalls[0], { tracker, calls: 1, user: null, team: { id: teamId } });
  const found = (await callTool("find_recordings", { trackerId, teamId })).data;
  t.deepEqual(
    found.recordings.map((one: { id: string }) => one.id),
    [id],
  );
  const hits = (await callTool("get_tracker_hits", { recordingId: id })).data;
  t.deepEqual(hits.trackerHits, [{ tracker, start: 889, role: "client", quote: line.text }]);
});

test("an assistant reads what was commented on a call, and no private comment", async (t) => {
  const { server, org } = t.context;
  const line = { speaker: "Ann", role: "client", text: "Too expensive.", start: 0, end: 2_000 };
  const recordingId = await org.createProcessed({ name: "Visit", transcript: [line] });
  await addComment(org, await org.createProcessed(), { text: "On another call." });
  const { id } = await addComment(org, recordingId, { quote: "expensive" });
  const input = { text: "I will ask.", authorEmail: "rep@example.com" };
  await org.graphql(REPLY, { id, input });
  await addComment(org, recordingId, { text: "Talk to him.", isPrivate: true });
  const { callTool } = await connectAssistant(t, server.url, org.apiKey);
  const { data } = await callTool("list_comments", { recordingId, resolved: false });
  t.is(data.comments.length, 1);
  t.like(data.comments[0], {
    id,
    text: "Well asked.",
    start: 0,
    words: { line: 0, text: "expensive" },
    author: { email: "rep@example.com" },
    recording: { id: recordingId, name: "Visit" },
  });
  t.like(data.comments[0].replies, [{ text: "I will ask." }]);
  const first = (await callTool("list_comments", { limit: 1 })).data;
  t.is(first.comments[0].id, id);
  const { data: second } = await callTool("list_comments", { cursor: first.nextCursor });
  t.deepEqual(
    second.comments.map(({ text }: { text: string }) => text),
    ["On another call."],
  );
});

test("an assistant lists the clips of calls", async (t) => {
  const { server, org } = t.context;
  const id = await org.createProcessed({ name: "Visit", duration_ms: 60_000 });
  await createClip(org, id, { title: "Kept" });
  const shared = await createClip(org, id, { title: "Shared", shareWith: { everyone: true } });
  const { callTool } = await connectAssistant(t, server.url, org.apiKey);
  t.is((await callTool("list_clips")).data.clips.length, 2);
  const { data } = await callTool("list_clips", { shared: true, userEmail: "rep@example.com" });
  t.is(data.clips.length, 1);
  t.like(data.clips[0], { id: shared.id, title: "Shared", end: 2_000, recording: { id } });
});

test("every tool is marked as read-only and describes its arguments", async (t) => {
  const { server, org } = t.context;
  const { client } = await connectAssistant(t, server.url, org.apiKey);
  const { tools } = await client.listTools();
  t.is(tools.length, allTools.length);
  for (const { name, description, annotations, inputSchema, outputSchema } of tools) {
    t.is(outputSchema?.["type"], "object", name);
    t.true(annotations?.readOnlyHint, name);
    t.false(inputSchema["additionalProperties"], name);
    if (!/^(list_|get_stats)/.test(name)) t.regex(description!, /untrusted content/);
  }
  const { inputSchema } = tools.find(({ name }) => name === "find_appointments")!;
  t.like(inputSchema.properties, {
    limit: { type: "integer", minimum: 1, maximum: 100, default: 25 },
    matchStatus: { type: "string", enum: ["pending", "matched", "missed"] },
    fromDate: { type: "string" },
  });
  const stats = tools.find(({ name }) => name === "get_stats")!;
  t.deepEqual(stats.inputSchema.required, ["groupBy"]);
});

test("an invalid tool call gets an error that names the argument", async (t) => {
  const { server, org } = t.context;
  const { callTool } = await connectAssistant(t, server.url, org.apiKey);
  for (const [name, values, error] of [
    ["get_recording", {}, { code: "MISSING_REQUIRED_FIELD", field: "id" }],
    ["get_recording", { id: "nothing" }, { code: "NOT_FOUND", message: "Recording not found" }],
    ["find_recordings", { limit: 101 }, { code: "INVALID_FIELD", field: "limit" }],
    ["find_recordings", { fromDate: "yesterday" }, { code: "INVALID_FIELD", field: "fromDate" }],
    ["find_recordings", { cursor: "x" }, { code: "INVALID_CURSOR", field: "cursor" }],
    ["find_recordings", { query: "x" }, { code: "INVALID_FIELD", field: "query" }],
    ["list_users", { cursor: "-1" }, { code: "INVALID_CURSOR", field: "cursor" }],
    ["get_stats", { groupBy: "month" }, { code: "INVALID_FIELD", field: "groupBy" }],
    ["delete_recording", {}, { code: "NOT_FOUND" }],
  ] as const)
    t.like((await callTool(name, values)).error, error, `${name} ${JSON.stringify(values)}`);
});

test("an assistant sees only its organization, even under concurrent calls", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  const ids = await Promise.all([org, other].map((one) => one.createProcessed({ name: one.id })));
  const [own, foreign] = await Promise.all(
    [org, other].map((one) => connectAssistant(t, server.url, one.apiKey)),
  );
  const rounds = Array.from({ length: 10 }, async () => {
    const answers = await Promise.all(
      [own!, foreign!].map(({ callTool }) => callTool("find_recordings")),
    );
    // oxlint-disable-next-line typescript/no-explicit-any
    return answers.map(({ data }) => data.recordings.map((one: any) => one.id));
  });
  for (const found of await Promise.all(rounds)) t.deepEqual(found, [[ids[0]], [ids[1]]]);
  for (const [name, values] of [
    ["get_recording", { id: ids[1] }],
    ["get_transcript", { recordingId: ids[1] }],
  ] as const)
    t.deepEqual((await own!.callTool(name, values)).error, {
      message: "Recording not found",
      code: "NOT_FOUND",
    });
});
