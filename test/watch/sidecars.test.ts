import test from "ava";
import { readCdrFacts } from "../../src/intake/watch/cdr-facts.js";
import { readSidecar } from "../../src/intake/watch/sidecars.js";

const read = (extension: string, text: string, zone = "Europe/Berlin") => {
  const facts = readCdrFacts(readSidecar(extension, Buffer.from(text)), zone);
  return JSON.parse(JSON.stringify(facts));
};

const STARTED = Date.parse("2024-05-03T07:15:30Z");

test("a JSON sidecar has the fields of an upload", (t) => {
  const call = {
    call_id: "c-1",
    user_email: "ann@example.com",
    started_at: "2024-05-03T07:15:30Z",
    duration_ms: 90_000,
    name: "First call",
    event_id: "e-1",
    customer: { id: "k-1", phone: "+4930123456" },
    custom_fields: { campaign: "spring" },
  };
  t.deepEqual(read("json", JSON.stringify(call)), {
    callId: "c-1",
    userEmail: "ann@example.com",
    startedAt: STARTED,
    durationMs: 90_000,
    customerPhone: "+4930123456",
    fields: {
      name: "First call",
      event_id: "e-1",
      customer: JSON.stringify(call.customer),
      custom_fields: JSON.stringify(call.custom_fields),
    },
  });
});

test("the names within a customer or custom fields are not those of the call", (t) => {
  const call = {
    customer: { name: "Ann", user_phone: "1" },
    custom_fields: { event_id: "x", duration: 5, nested: { extension: "204" } },
    started_at: "2024-05-03T07:15:30Z",
  };
  t.deepEqual(read("json", JSON.stringify(call)), {
    startedAt: STARTED,
    fields: {
      customer: JSON.stringify(call.customer),
      custom_fields: JSON.stringify(call.custom_fields),
    },
  });
});

test("a sidecar needs neither an id nor a start, which the file's name has", (t) => {
  t.deepEqual(read("json", '{"name":"First call","transcript":"Ann: Hello.","event_id":"e-1"}'), {
    fields: { name: "First call", transcript: "Ann: Hello.", event_id: "e-1" },
  });
  // In a record of a phone system they mean something else.
  const record = { uuid: "7c2b1f60-3f0e-4b3a-9a55-0a6e1d3c9b11", name: "profile" };
  t.deepEqual(read("json", JSON.stringify(record)).fields, {});
});

test("records of FreeSWITCH are read from JSON and XML", (t) => {
  const facts = {
    callId: "freeswitch:7c2b1f60-3f0e-4b3a-9a55-0a6e1d3c9b11",
    startedAt: STARTED,
    durationMs: 61_000,
    extension: "204",
    customerPhone: "+4930123456",
    fields: {},
  };
  const variables = {
    uuid: "7c2b1f60-3f0e-4b3a-9a55-0a6e1d3c9b11",
    start_epoch: "1714720530",
    billsec: "61",
    caller_id_number: "204",
    destination_number: "+4930123456",
  };
  t.deepEqual(read("json", JSON.stringify({ "core-uuid": "x", variables })), facts);
  const elements = Object.entries({ ...variables, destination_number: "%2B4930123456" })
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("\n");
  const xml = `<?xml version="1.0"?>\n<cdr core-uuid="x"><variables>${elements}</variables>
    <callflow><caller_profile><uuid>other</uuid></caller_profile></callflow></cdr>`;
  t.deepEqual(read("xml", xml), facts);
});

test("records of Asterisk are read from CSV, with a header or without", (t) => {
  const facts = {
    callId: "asterisk:1714720530.42",
    startedAt: STARTED,
    durationMs: 61_000,
    extension: "204",
    customerPhone: "004930123456",
    fields: {},
  };
  const master = `"","204","004930123456","from-internal","""Ann"" <204>","PJSIP/204-1","PJSIP/trunk-2","Dial","x,300","2024-05-03 09:15:30","2024-05-03 09:15:35","2024-05-03 09:16:36",66,61,"ANSWERED","DOCUMENTATION","1714720530.42",""\n`;
  t.deepEqual(read("csv", master), facts);
  t.deepEqual(
    read(
      "csv",
      "calldate,src,dst,billsec,uniqueid\n2024-05-03 09:15:30,204,004930123456,61,1714720530.42\n",
    ),
    facts,
  );
  t.throws(() => read("csv", "a,b,c\n"), { message: /the sidecar must have a header/ });
});

test("a sidecar can't declare entities, nest without end or be anything else", (t) => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><cdr><uuid>&b;</uuid></cdr>`;
  for (const [extension, text, message] of [
    ["xml", bomb, /the sidecar must not have a document type/],
    ["xml", "<cdr><uuid>&other;</uuid></cdr>", /the sidecar isn't XML: Invalid character entity/],
    ["xml", "<cdr><uuid>", /the sidecar isn't XML/],
    ["json", "[1]", /the sidecar must be a JSON object/],
    ["json", "{", /the sidecar can't be read/],
    ["json", `${'{"a":'.repeat(40)}1${"}".repeat(40)}`, /the sidecar has too many levels/],
    [
      "json",
      JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`k${i}`, "v"]))),
      /more than 2000 values/,
    ],
  ] as const)
    t.throws(() => read(extension, text), { message });
  t.throws(() => readSidecar("json", Buffer.from([0x7b, 0xff])), {
    message: "the sidecar isn't UTF-8",
  });
  t.throws(() => read("json", '{"duration":"-1"}'), { message: "duration must be a number" });
  t.throws(() => read("json", '{"started_at":"soon"}'), { message: /^started_at must be a time/ });
});

test("a transcript's times are not those of the call", (t) => {
  const transcript = [{ speaker: "Ann", text: "Hello.", start: 0, end: 900 }];
  const call = { call_id: "c-1", started_at: "2024-05-03T07:15:30Z", transcript };
  t.deepEqual(read("json", JSON.stringify(call)), {
    callId: "c-1",
    startedAt: STARTED,
    fields: { transcript: JSON.stringify(transcript) },
  });
});
