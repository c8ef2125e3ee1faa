import type { GraphQLSchema } from "graphql";
import { isNonNullType } from "graphql";
import { createSchema } from "../../graph/schema.js";
import { validateRoute, type ValidatedRoute } from "../../rest/route.js";
import { restRoutes } from "../../rest/routes/index.js";
import { uploadForm, uploadRaw } from "../helpers/recordings/media.js";
import {
  fetchAppointment,
  pushAppointment,
  pushAppointmentRaw,
  putAppointment,
} from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/suite.js";

const schema: GraphQLSchema = createSchema();
const routes = restRoutes.map((route) => validateRoute(schema, route));
const findRoute = (method: string, path: string): ValidatedRoute =>
  routes.find((route) => route.method === method && route.path === path)!;

/** Texts, for which the empty string is a value. */
const TEXTS = new Set(["title", "name", "customer_phone"]);
const REQUIRED_IN_PUT = new Set(["event_id", "user_email", "start_time"]);

const listOptional = ({ variables }: ValidatedRoute): string[] =>
  variables.flatMap(({ name, type }) => (isNonNullType(type) ? [] : name));

const CALL = `query ($id: ID!) { recording(id: $id) {
  name duration mediaUrl eventId customFields client { crmEntityId name email } consent createdAt
} }`;
const FULL_CALL = {
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
  created_at: "2026-03-01T10:00:00Z",
  duration_ms: 65_000,
  name: "First call",
  recording_url: "https://media.example.com/1.wav",
  event_id: "e-9",
  customer: { id: "c-1", name: "Ann", email: "ann@example.com" },
  custom_fields: { campaign: "spring" },
  consent: "given",
};

test("pushes of appointments and calls are the routes that accept blanks", (t) => {
  const accepting = routes.filter(({ blankIsAbsent }) => blankIsAbsent);
  t.deepEqual(
    accepting.map(({ method, path }) => `${method} ${path}`),
    [
      "post /v1/scheduled-tasks",
      "put /v1/scheduled-tasks/:event_id",
      "post /v1/dialer",
      "post /v1/recordings/upload",
      "post /v1/dialer/:dialerToken",
    ],
  );
  for (const route of accepting)
    t.deepEqual(
      [...route.blankNames].toSorted(),
      listOptional(route)
        .filter((name) => !TEXTS.has(name))
        .filter((name) => route.method !== "put" || !REQUIRED_IN_PUT.has(name))
        .toSorted(),
      route.path,
    );
});

test("a blank in an optional field of an appointment changes nothing; a text becomes empty", async (t) => {
  const { org } = t.context;
  const full = {
    end_time: "2026-03-03T11:00:00Z",
    title: "Roof",
    customer: { id: "c-1", name: "Ann", email: "ann@example.com", location: "1 Main St" },
    metadata: { crew: 2 },
  };
  await pushAppointment(org, full);
  const before = { ...(await fetchAppointment(org)), updatedAt: undefined };
  const blanks = { end_time: "", customer: "", metadata: "" };
  for (const send of [pushAppointmentRaw, putAppointment])
    for (const body of [
      ...Object.entries(blanks).map(([name, value]) => ({ [name]: value })),
      blanks,
    ]) {
      t.is((await send(org, body)).status, 200, JSON.stringify(body));
      const after = { ...(await fetchAppointment(org)), updatedAt: undefined };
      t.deepEqual(after, before);
    }
  for (const send of [pushAppointmentRaw, putAppointment]) {
    t.is((await send(org, { customer: { id: "", name: "Ann Lee" } })).status, 200);
    const { client } = await fetchAppointment(org);
    t.like(client, { id: "c-1", name: "Ann Lee" });
    await send(org, { title: "" });
    t.is((await fetchAppointment(org)).title, "");
    await send(org, { title: "Roof", customer: { name: "Ann" } });
  }
});

test("a blank in a required field is refused by its name", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  for (const field of ["event_id", "user_email", "start_time"])
    t.like(await pushAppointmentRaw(org, { [field]: "" }), {
      status: 400,
      body: { code: "INVALID_FIELD", field },
    });
  for (const field of ["user_email", "start_time"])
    t.like(await putAppointment(org, { [field]: "" }), {
      status: 400,
      body: { code: "INVALID_FIELD", field },
    });
  for (const field of ["call_id", "started_at"])
    t.like(await org.send("POST", "/v1/dialer", { call_id: "c", ...FULL_CALL, [field]: "" }), {
      status: 400,
      body: { code: "INVALID_FIELD", field },
    });
});

test("a blank in an optional field of a call counts as absent: dialer, form and query", async (t) => {
  const { server, org } = t.context;
  const ways = {
    dialer: async (body: object) => org.send("POST", "/v1/dialer", body),
    form: async (body: object) => uploadForm(server, org, body),
    query: async (body: object) => uploadRaw(server, org, body),
  };
  for (const [way, send] of Object.entries(ways)) {
    const optional = listOptional(
      findRoute("post", way === "dialer" ? "/v1/dialer" : "/v1/recordings/upload"),
    );
    for (const name of optional.filter((name) => !TEXTS.has(name) && name !== "user_email")) {
      const found = [];
      for (const fields of [{ [name]: "" }, { [name]: undefined }]) {
        const call_id = `${way}-${name}-${found.length}`;
        const body = { ...FULL_CALL, recording_url: undefined, event_id: undefined, ...fields };
        const answer = await send({ ...body, call_id });
        t.is(answer.status, 200, `${way} ${name}: ${answer.text}`);
        const { recording } = await org.graphql(CALL, { id: answer.body.recording.id });
        // Without it, the recording was created now.
        if (name === "created_at") delete recording.createdAt;
        found.push(recording);
      }
      t.deepEqual(found[0], found[1], `${way} ${name}`);
    }
  }
});

test("a call names its user by any field that isn't blank", async (t) => {
  const { org } = t.context;
  const call = { ...FULL_CALL, event_id: undefined, call_id: "blank-user" };
  const sent = { ...call, extension: "", user_phone: "" };
  t.is((await org.send("POST", "/v1/dialer", sent)).status, 200);
  const nobody = { ...sent, call_id: "nobody", user_email: "" };
  t.like(await org.send("POST", "/v1/dialer", nobody), {
    status: 400,
    body: { code: "MISSING_REQUIRED_FIELD", field: "user_email" },
  });
});

test("a time whose plus sign arrived as a space says so", async (t) => {
  const { org } = t.context;
  const answer = await pushAppointmentRaw(org, { start_time: "2026-03-03T10:00:00 00:00" });
  t.like(answer, { status: 400, body: { code: "INVALID_FIELD", field: "start_time" } });
  t.regex(answer.body.message, /the \+ of \+00:00 arrived as a space: encode it as %2B/);
  const listed = await org.get("/v1/scheduled-tasks?fromDate=2026-03-03T10:00:00+00:00");
  t.regex(listed.body.message, /%2B/);
});
