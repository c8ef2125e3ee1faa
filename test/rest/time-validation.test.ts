import fc from "fast-check";
import type { Answer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { anyText } from "../helpers/rest/any-text.js";
import { isTime, almostTimes, validTimes, invalidTimes } from "../helpers/times.js";

const TASK = {
  event_id: "e-1",
  user_email: "rep@example.com",
  start_time: "0001-01-01T00:00:00Z",
};
const CALL = { call_id: "c-1", user_email: "rep@example.com" };

interface TimeField {
  field: string;
  send: (org: Tenant, value: unknown) => Promise<Answer>;
  /** Returns the stored time as the API shows it. */
  shown?: (org: Tenant, answer: Answer) => Promise<string> | string;
}

/** Every body field that contains a time. */
const timeFields: Record<string, TimeField> = {
  "an appointment's start": {
    field: "start_time",
    send: (org, start_time) =>
      org.send("POST", "/v1/scheduled-tasks", { ...TASK, start_time, end_time: null }),
    shown: (_, { body }) => body.appointment.startTime,
  },
  "an appointment's end": {
    field: "end_time",
    send: (org, end_time) => org.send("POST", "/v1/scheduled-tasks", { ...TASK, end_time }),
    shown: (_, { body }) => body.appointment.endTime,
  },
  "a moved appointment's start": {
    field: "start_time",
    send: (org, start_time) =>
      org.send("PUT", "/v1/scheduled-tasks/e-1", { start_time, end_time: null }),
    shown: (_, { body }) => body.appointment.startTime,
  },
  "a moved appointment's end": {
    field: "end_time",
    send: (org, end_time) => org.send("PUT", "/v1/scheduled-tasks/e-1", { end_time }),
    shown: (_, { body }) => body.appointment.endTime,
  },
  "a call's start": {
    field: "started_at",
    send: (org, started_at) => org.send("POST", "/v1/dialer", { ...CALL, started_at }),
    shown: async (org, { body }) => {
      const query = `query ($id: ID!) { recording(id: $id) { startedAt } }`;
      return (await org.graphql(query, { id: body.recording.id })).recording.startedAt;
    },
  },
};

const outcome = ({ status, body }: Answer): unknown[] => [status, body.code, body.field];

for (const [what, { field, send, shown }] of Object.entries(timeFields)) {
  const prepare = (org: Tenant): Promise<Answer> => org.send("POST", "/v1/scheduled-tasks", TASK);

  test(`${what} accepts every form of a UTC time and returns one form`, async (t) => {
    const { org } = t.context;
    await prepare(org);
    await fc.assert(
      fc.asyncProperty(validTimes, async ({ text, ms }) => {
        const answer = await send(org, text);
        t.is(answer.status, 200, `${text} ${answer.text}`);
        t.is(await shown!(org, answer), new Date(ms).toISOString(), text);
      }),
      { numRuns: 40 },
    );
    const [zulu, zero] = [
      await send(org, "2026-03-03T10:00Z"),
      await send(org, "2026-03-03T10:00+00:00"),
    ];
    t.is(await shown!(org, zero), await shown!(org, zulu));
  });

  test(`${what} accepts no other form`, async (t) => {
    const { org } = t.context;
    await prepare(org);
    const refused = [400, "INVALID_FIELD", field];
    for (const value of [
      ...invalidTimes,
      "2026-03-03",
      // In an optional field of a push, it counts as absent.
      ...(field === "end_time" ? [] : [""]),
      1772532000,
      1772532000000,
      0,
      true,
      [],
      {},
    ])
      t.deepEqual(outcome(await send(org, value)), refused, JSON.stringify(value));
    t.deepEqual(outcome(await send(org, ["2026-03-03T10:00:00Z"])), refused);
    await fc.assert(
      fc.asyncProperty(almostTimes, async (text) => {
        t.deepEqual(outcome(await send(org, text)), refused, text);
      }),
      { numRuns: 40 },
    );
    await fc.assert(
      fc.asyncProperty(anyText(0, 20), async (text) => {
        fc.pre(!isTime(text) && text !== "");
        t.deepEqual(outcome(await send(org, text)), refused, text);
      }),
      { numRuns: 20 },
    );
  });
}

test("every returned time has the contract's format, or the request is rejected", async (t) => {
  const { org } = t.context;
  // The match window closes 15 minutes after the start, which is in the year 10000.
  const answer = await org.send("POST", "/v1/scheduled-tasks", {
    ...TASK,
    start_time: "9999-12-31T23:50:00Z",
  });
  if (answer.status === 200)
    t.regex(answer.body.appointment.scheduledAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  else t.deepEqual(outcome(answer), [400, "INVALID_FIELD", "start_time"]);
});
