import { readFileSync } from "node:fs";
import { adapters } from "../../graph/dialers/adapters/index.js";
import {
  createVendorUsers,
  vendorBodies,
  withChanges,
  buildDialerPath,
  postToDialer,
  telephonySession,
  contentTypeOf,
} from "../helpers/dialers/dialers.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const RECORDING = `query ($id: ID!) {
  recording(id: $id) {
    name status source startedAt duration customFields user { email } client { id }
  }
}`;
const TRANSCRIPT = `query ($id: ID!) { recording(id: $id) { transcript { speaker role start end } } }`;

/** Loads a recording with its call id and media URL, which no API returns. */
const loadRecording = async ({ services }: SharedServer, org: Tenant, id: string) => ({
  ...(await services
    .db("recordings")
    .where({ organization_id: org.id, id })
    .first({ callId: "call_id", mediaUrl: "media_url" })),
  ...(await org.graphql(RECORDING, { id })).recording,
});

interface Expected {
  query?: string;
  recording: object;
  utterances?: number;
}

const REP = "?user_email=rep%40example.com";

const expected: Record<string, Expected> = {
  aircall: {
    recording: {
      callId: "aircall:123",
      name: "Call with Nicolas",
      startedAt: "2024-11-26T12:08:15.000Z",
      duration: 300_000,
      mediaUrl:
        "https://s3.us-west-2.amazonaws.com/recordings.aircall.io/recordings/a66ffe6a-abd1-4c43-aca1-41a2b472d5bd.mp3",
      customFields: {
        direction: "outbound",
        customer_number: "+1 800-123-4567",
        own_number: "+33 1 76 36 06 95",
        own_number_name: "My first Aircall Number",
        agent_id: "456",
        contact_id: "16944643",
      },
      user: { email: "madelaine.dupont@aircall.io" },
    },
  },
  asterisk: {
    recording: {
      callId: "asterisk:1795445793.14",
      name: "Call of 2026-11-23 14:56 UTC",
      startedAt: "2026-11-23T14:56:36.000Z",
      duration: 20_000,
      mediaUrl: null,
      customFields: { direction: "inbound", extension: "204", customer_number: "+12025550142" },
      user: { email: "rep@example.com" },
    },
  },
  callrail: {
    query: REP,
    recording: {
      callId: "callrail:766970532",
      name: "Call with Kaylah Mills",
      startedAt: "2018-02-19T18:41:00.236Z",
      duration: 13_000,
      mediaUrl:
        "https://app.callrail.com/calls/766970532/recording/redirect?access_key=aaaaccccddddeeee",
      customFields: {
        direction: "inbound",
        customer_number: "+12148654559",
        own_number: "+14045558514",
        own_number_name: "Google AdWords",
        company_id: "155920786",
        company_name: "Boost Marketing",
        answered: false,
        voicemail: true,
      },
      user: { email: "rep@example.com" },
    },
  },
  dialpad: {
    recording: {
      callId: "dialpad:1002",
      name: "Call with (415) 555-7777",
      startedAt: "2013-01-01T00:00:00.000Z",
      duration: 120_001,
      mediaUrl: "https://dialpad.com/blob/callrecording/1356998400000.mp3",
      customFields: {
        direction: "inbound",
        customer_number: "+14155557777",
        own_number: "+14155551001",
        agent_id: "2",
        contact_id: "1001",
        entry_point_call_id: "1000",
      },
      user: { email: "bot@fuzz-ball.com" },
    },
  },
  freeswitch: {
    recording: {
      callId: "freeswitch:86cfd6e2-dbda-45a3-b59d-f683ec368e8b",
      name: "Call of 2026-03-02 10:10 UTC",
      startedAt: "2026-03-02T10:10:21.278Z",
      duration: 14_540,
      mediaUrl: null,
      customFields: {
        direction: "outbound",
        extension: "204",
        customer_number: "+12025550142",
        hangup_cause: "NORMAL_CLEARING",
      },
      user: { email: "rep@example.com" },
    },
  },
  ringcentral: {
    query: REP,
    recording: {
      callId: "ringcentral:2728084995017",
      name: "Call from John Smith to Tracy Debolah",
      startedAt: "2024-09-04T20:44:16.390Z",
      duration: 125_963,
      mediaUrl: null,
      customFields: {
        direction: "outbound",
        agent_id: "6228832XXXX",
        domain: "pbx",
        session_id: "s-a0e7b361acc0az191bec7e275z7cae070000",
      },
      user: { email: "rep@example.com" },
    },
    utterances: 4,
  },
  twilio: {
    query: REP,
    recording: {
      callId: "twilio:REb719a56ceca43b2d06967983570e658a",
      name: "Call of 2019-05-28 02:18 UTC",
      startedAt: "2019-05-28T02:18:02.000Z",
      duration: 5_000,
      mediaUrl:
        "https://api.twilio.com/2010-04-01/Accounts/ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX/Recordings/REb719a56ceca43b2d06967983570e658a",
      customFields: {
        call_sid: "CA5987df4d600665d67f53e1bd4cec76d6",
        account_sid: "ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        channels: 1,
        source: "OutboundAPI",
      },
      user: { email: "rep@example.com" },
    },
  },
};

test("every adapter has a test and a row in docs/dialers.md", (t) => {
  const names = Object.keys(adapters);
  t.deepEqual(Object.keys(expected).toSorted(), names.toSorted());
  const docs = readFileSync("docs/dialers.md", "utf8");
  for (const name of names)
    t.regex(
      docs,
      new RegExp(
        String.raw`^\| \[${adapters[name]!.title}\]\(#${name}\) \| \`…/TOKEN/${name}`,
        "m",
      ),
    );
});

for (const [adapter, { query, recording, utterances }] of Object.entries(expected))
  test(`a call that ${adapter} documents is ingested once, however often it is sent`, async (t) => {
    const { server, org } = t.context;
    await createVendorUsers(org);
    const send = () =>
      postToDialer(server, buildDialerPath(org, adapter, query), vendorBodies[adapter]!, {
        "content-type": contentTypeOf(adapter),
      });
    const first = await send();
    t.is(first.status, 200, first.text);
    t.is(first.body.message, "Taken");
    const { id } = first.body.recording;
    t.deepEqual(await loadRecording(server, org, id), {
      status: "received",
      source: "dialer",
      client: null,
      ...recording,
    });
    const again = await send();
    t.is(again.body.recording.id, id);
    const rows = await server.services
      .db("transcripts")
      .where({ organization_id: org.id, recording_id: id });
    t.is(rows.length, utterances === undefined ? 0 : 1);
  });

test("the speakers of a RingCentral call get their roles from the extension's owner", async (t) => {
  const { server, org } = t.context;
  const body = withChanges(vendorBodies["ringcentral"]!, {
    "body.speakerInfo.1.phoneNumber": "+16502220000",
    "body.insights.Transcript.1.speakerId": "p-a0e7b361acc0az191bec7e275z7cae070000-2",
    "body.insights.Transcript.2.speakerId": "somebody else",
  });
  const { body: answer } = await postToDialer(
    server,
    buildDialerPath(org, "ringcentral", REP),
    body,
  );
  const { id } = answer.recording;
  await org.graphql(
    `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "S" }) { id } }`,
    { id },
  );
  const { transcript } = (await org.graphql(TRANSCRIPT, { id })).recording;
  t.deepEqual(
    transcript.map(({ role, start, end }: Record<string, unknown>) => [role, start, end]),
    [
      ["rep", 2_200, 14_520],
      ["client", 36_600, 40_440],
      ["other", 42_520, 46_120],
      ["rep", 125_400, 125_880],
    ],
  );
  const { customFields } = await loadRecording(server, org, id);
  t.is(customFields.customer_number, "+16502220000");
});

const ignored: [adapter: string, body: string, reason: RegExp][] = [
  [
    "aircall",
    withChanges(vendorBodies["aircall"]!, { event: "call.created" }),
    /call\.created is not the end/,
  ],
  [
    "aircall",
    withChanges(vendorBodies["aircall"]!, { "data.recording": null }),
    /was not recorded/,
  ],
  ["asterisk", `${vendorBodies["asterisk"]!}&disposition=NO+ANSWER`, /not answered: NO ANSWER/],
  ["asterisk", vendorBodies["asterisk"]!.replace("billsec=20", "billsec=0"), /was not answered/],
  ["asterisk", `${vendorBodies["asterisk"]!}&linkedid=1795445793.1`, /later part of the call 179/],
  [
    "callrail",
    withChanges(vendorBodies["callrail"]!, { recording: "" }),
    /has no recording, or not yet/,
  ],
  [
    "dialpad",
    withChanges(vendorBodies["dialpad"]!, { state: "hangup", recording_details: [] }),
    /hangup has no/,
  ],
  [
    "freeswitch",
    withChanges(vendorBodies["freeswitch"]!, { "channel_data.direction": "outbound" }),
    /second leg/,
  ],
  [
    "freeswitch",
    withChanges(vendorBodies["freeswitch"]!, { "variables.answer_epoch": "0" }),
    /was not answered/,
  ],
  [
    "freeswitch",
    withChanges(vendorBodies["freeswitch"]!, { "variables.bridge_epoch": "0" }),
    /not connected to another party/,
  ],
  [
    "freeswitch",
    withChanges(vendorBodies["freeswitch"]!, { "variables.call_direction": "local" }),
    /is internal/,
  ],
  ["ringcentral", telephonySession, /telephony\/sessions isn't a RingSense insights event/],
  [
    "ringcentral",
    withChanges(vendorBodies["ringcentral"]!, { "body.insights": {} }),
    /has no transcript/,
  ],
  ["twilio", vendorBodies["twilio"]!.replace("completed", "absent"), /The recording is absent/],
];

test("a payload without a finished, recorded call is ignored without an error", async (t) => {
  const { server, org } = t.context;
  for (const [adapter, body, reason] of ignored) {
    const headers = { "content-type": contentTypeOf(adapter) };
    const answer = await postToDialer(server, buildDialerPath(org, adapter, REP), body, headers);
    t.is(answer.status, 200, answer.text);
    t.is(answer.body.recording, null);
    t.regex(answer.body.message, reason);
  }
  t.is((await server.services.db("recordings").where("organization_id", org.id)).length, 0);
});

test("call ids beyond 2^53 stay different", async (t) => {
  const { server, org } = t.context;
  await org.createUser("bot@fuzz-ball.com");
  const ids = ["9007199254740993", "9007199254740992"];
  const calls = await Promise.all(
    ids.map(async (id) => {
      const body = vendorBodies["dialpad"]!.replace('"call_id": 1002', `"call_id": ${id}`);
      const answer = await postToDialer(server, buildDialerPath(org, "dialpad"), body);
      return (await loadRecording(server, org, answer.body.recording.id)).callId;
    }),
  );
  t.deepEqual(
    calls,
    ids.map((id) => `dialpad:${id}`),
  );
});
