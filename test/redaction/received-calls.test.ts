import { readDatabaseBytes, readDataFiles } from "../helpers/retention/stored-bytes.js";
import { listInboundCalls, replayInboundCall } from "../helpers/dialers/dialers.js";
import { beginUpload } from "../helpers/recordings/resumable-uploads.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const SET = "mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }";
const TRANSCRIPT = "query ($id: ID!) { recording(id: $id) { transcript { text } } }";
const CARD = "4111111111111111";
const CARD_PARTS = "4111\n1111\n1111\n1111";

const CAPTIONS: Record<string, string> = {
  "a number alone in a cue of WebVTT": `WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ann>my card number is\n\n00:02.000 --> 00:04.000\n${CARD}\n`,
  "a number in lines of digits": `1\n00:00:00,000 --> 00:00:02,000\nmy card number is\n\n2\n00:00:02,000 --> 00:00:04,000\n${CARD_PARTS}\n`,
  "a number that names a cue": `WEBVTT\n\n${CARD}\n00:00.000 --> 00:02.000\nhello\n`,
  "a number behind the times": `WEBVTT\n\n00:00.000 --> 00:02.000 ${CARD}\nhello\n`,
  "a number in a note": `WEBVTT\n\nNOTE ${CARD}\n\n00:00.000 --> 00:02.000\nhello\n`,
};

const buildCall = (call_id: string, fields: object = {}): object => ({
  call_id,
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
  ...fields,
});

/** What is stored of the card's number, in any column or file. */
const findStored = async (server: TestServer): Promise<string[]> => {
  const bytes = await readDatabaseBytes(server);
  return [CARD, CARD_PARTS, CARD_PARTS.replaceAll("\n", "\\n")].filter((text) =>
    bytes.includes(text),
  );
};

const prepare = async (org: Tenant): Promise<void> => {
  await org.createUser();
  await org.graphql(SET);
};

for (const [title, transcript] of Object.entries(CAPTIONS))
  test.serial(`the log of received calls keeps captions as they were read: ${title}`, async (t) => {
    const { server, org } = t.context;
    await prepare(org);
    const id = await org.createProcessed(buildCall("c-1", { transcript }));
    const said = (await org.graphql(TRANSCRIPT, { id })).recording.transcript;
    const [logged] = await listInboundCalls(org);
    t.like(logged, { outcome: "ingested", replayable: true });
    t.deepEqual(await findStored(server), []);
    t.deepEqual(
      JSON.parse(logged.payload).transcript.map(({ text }: { text: string }) => text),
      said.map(({ text }: { text: string }) => text),
    );
  });

test.serial("captions that can't be read aren't kept", async (t) => {
  const { server, org } = t.context;
  await prepare(org);
  const transcript = `WEBVTT\n\nnonsense --> nonsense\n${CARD}\n`;
  const { status } = await org.send("POST", "/v1/dialer", buildCall("c-1", { transcript }));
  t.is(status, 400);
  t.like((await listInboundCalls(org))[0], { outcome: "refused", replayable: false });
  t.deepEqual(await findStored(server), []);
});

test.serial("a body can be replayed after its captions were redacted", async (t) => {
  const { org } = t.context;
  await prepare(org);
  const transcript = CAPTIONS["a number alone in a cue of WebVTT"]!;
  const call = { ...buildCall("c-1", { transcript }), user_email: "later@example.com" };
  t.is((await org.send("POST", "/v1/dialer", call)).status, 400);
  await org.createUser("later@example.com");
  const [refused] = await listInboundCalls(org);
  t.like(await replayInboundCall(org, refused.id), { outcome: "ingested" });
});

test.serial("names of fields are redacted in forms and in metadata of uploads", async (t) => {
  const { server, org } = t.context;
  await prepare(org);
  await server.fetch(`${new URL(org.dialerUrl).pathname}/twilio`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `CallSid=CA1&${CARD}=1&note=${CARD}`,
  });
  const metadata = { [CARD]: "1", note_number: CARD, filename: `${CARD}.wav` };
  await beginUpload({ fetch: server.fetch, apiKey: org.apiKey }, 100, metadata);
  t.false(readDataFiles(server).includes(CARD));
  t.deepEqual(await findStored(server), []);
});

test.serial("a request id that is a card's number is replaced", async (t) => {
  const { org } = t.context;
  const send = async (id: string): Promise<string | null> =>
    (await org.get("/v1/users", { "x-request-id": id })).headers.get("x-request-id");
  t.is(await send("call-17"), "call-17");
  t.is(await send("1234567890123456"), "1234567890123456");
  for (const id of [CARD, "4111-1111-1111-1111", `call-${CARD}`]) t.not(await send(id), id);
});

const buildRaw = (fields: string): string =>
  `{"call_id":"c-1","user_email":"rep@example.com","started_at":"2026-03-02T10:00:00Z",${fields}}`;

const RAW_CALLS: Record<string, string> = {
  "a field that is there twice": buildRaw(`"notes":"card ${CARD}","notes":"none"`),
  "a custom field that is there twice": buildRaw(`"custom_fields":{"a":"card ${CARD}","a":"none"}`),
  "a field that is there twice in a text of JSON": buildRaw(
    `"custom_fields":{"a":${JSON.stringify(`{"c":"card ${CARD}","c":"none"}`)}}`,
  ),
  "a number where captions have times": buildRaw(`"custom_fields":{"a":"${CARD} --> 1"}`),
  "the name of an ignored field": buildRaw(`"${CARD}":"x"`),
};

for (const [title, body] of Object.entries(RAW_CALLS))
  test.serial(`a call leaves no card number anywhere: ${title}`, async (t) => {
    const { server, org } = t.context;
    await prepare(org);
    const { status } = await server.fetch("/v1/dialer", {
      method: "POST",
      headers: { "x-api-key": org.apiKey, "content-type": "application/json" },
      body,
    });
    t.is(status, 200);
    t.deepEqual(await findStored(server), []);
  });
