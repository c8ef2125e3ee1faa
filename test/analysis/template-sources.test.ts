import "reflect-metadata";
import { runAttempt } from "../helpers/analysis/run-attempt.js";
import { say } from "../helpers/recordings/say.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const UPSERT = `mutation ($input: TemplateInput!) {
  template: upsertTemplate(input: $input) { id name sources }
}`;

const INGEST = `mutation ($input: CallInput!) { call: ingestCall(input: $input) { id } }`;

const CALL = [
  say("rep", "Good morning, this is Robin. You have a warranty of ten years on it.", 0),
  say("client", "Thank you.", 5_000),
];

/** Creates a template: all of its questions are answered yes if it is `followed`, else none. */
const createTemplate = async (
  org: Tenant,
  name: string,
  followed: boolean,
  sources?: string[],
): Promise<{ id: string; sources: string[] }> => {
  const question = followed ? "Is there a warranty of ten years?" : "Did it rain?";
  const input = { name, questions: [{ question }], ...(sources && { sources }) };
  return (await org.graphql(UPSERT, { input })).template;
};

/** Analyses a call of the source. Returns the name of the template that was chosen; null without one. */
const analyze = async (
  server: SharedServer,
  org: Tenant,
  source: string,
): Promise<string | null> => {
  const input = {
    callId: `call by ${source}`,
    userEmail: "rep@example.com",
    startedAt: "2026-03-02T10:00:00Z",
    transcript: CALL,
    source,
  };
  const { id } = (await org.graphql(INGEST, { input })).call;
  await runAttempt(server, org, id);
  const query = "query ($id: ID!) { recording(id: $id) { status template { name } } }";
  const { recording } = await org.graphql(query, { id });
  if (recording.status !== "processed") throw new Error(recording.status);
  return recording.template?.name ?? null;
};

test("a call is analysed by a template of its source, although another was followed more", async (t) => {
  const { server, org } = t.context;
  await createTemplate(org, "Visit", false, ["mobile", "meeting"]);
  await createTemplate(org, "Phone call", true, ["dialer"]);
  t.is(await analyze(server, org, "mobile"), "Visit");
  t.is(await analyze(server, org, "meeting"), "Visit");
  t.is(await analyze(server, org, "dialer"), "Phone call");
  t.is(await analyze(server, org, "upload"), null);
});

test("a template without sources is for all calls", async (t) => {
  const { server, org } = t.context;
  await createTemplate(org, "Other", false, ["meeting"]);
  const { sources } = await createTemplate(org, "All", true);
  t.deepEqual(sources, []);
  t.is(await analyze(server, org, "upload"), "All");
  t.is(await analyze(server, org, "meeting"), "All");
});

test("sources that aren't sent stay; null and an empty list are for all calls", async (t) => {
  const { org } = t.context;
  const { id } = await createTemplate(org, "Visit", true, ["mobile", "mobile", "upload"]);
  const change = async (sources?: string[] | null): Promise<string[]> => {
    const fields = { id, name: "Visit", questions: [] };
    const input = sources === undefined ? fields : { ...fields, sources };
    return (await org.graphql(UPSERT, { input })).template.sources;
  };
  t.deepEqual(await change(), ["mobile", "upload"]);
  t.deepEqual(await change(["dialer"]), ["dialer"]);
  t.deepEqual(await change(null), []);
  t.deepEqual(await change(["dialer"]), ["dialer"]);
  t.deepEqual(await change([]), []);
});
