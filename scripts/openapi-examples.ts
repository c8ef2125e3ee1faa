// Writes rest/openapi/examples.json from the responses of the sample organization. Run by `npm run
// openapi`.
import "reflect-metadata";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emitMissed } from "../graph/appointments/missed.js";
import { createContext } from "../graph/context/context.js";
import { closeDueWindows } from "../graph/matching/close-windows.js";
import { createOrganization } from "../graph/organizations/organization.js";
import { createSchema } from "../graph/schema.js";
import { readConfig } from "../src/base/config/config.js";
import { applyEvents } from "../src/demo/apply-events.js";
import { computeSetupTime } from "../src/demo/staff.js";
import { createStory } from "../src/demo/story.js";
import { createLog } from "../src/base/log/log.js";
import { createResumableUploads } from "../src/intake/uploads/resumable-uploads.js";
import { openProgram } from "../src/program.js";
import { searchOrganization } from "../src/upkeep/jobs/trackers.js";
import { serveHttp } from "../src/server.js";

const NOW = Date.parse("2026-03-03T15:00:00.000Z");
const SEED = 20;
const WEEK_MS = 7 * 24 * 60 * 60_000;
const MAX_ITEMS = 2;

interface ExampleRequest {
  parameters?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** Generates the same IDs in every run. */
const createIdCounter = (): (() => string) => {
  let count = 0;
  return () => `019cb3d6-a280-7000-8000-${(count += 1).toString(16).padStart(12, "0")}`;
};

/** Shortens lists, because some endpoints have no limit. */
const shortenLists = (response: unknown): unknown =>
  Object.fromEntries(
    Object.entries(response as Record<string, unknown>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, name === "transcript" ? 4 : MAX_ITEMS) : value,
    ]),
  );

const directory = mkdtempSync(join(tmpdir(), "debrief-examples-"));
const config = readConfig(
  { "database-url": "sqlite::memory:", "data-dir": directory, "log-level": "silent" },
  {},
);
const log = createLog("silent", { write: () => {} });
const program = await openProgram(config, log);
const deliveredAttempt = {
  delivered: true,
  status: 200,
  body: "",
  error: null,
  timedOut: false,
  attempted: true,
};
const services = {
  ...program,
  now: () => NOW,
  newId: createIdCounter(),
  publicUrl: "https://debrief.example.com",
  // Sends nothing and resolves no names.
  notifier: {
    ...program.notifier,
    findRefusal: async () => undefined,
    wake: () => {},
    attemptTest: async (_from: unknown, prepare: () => Promise<unknown>) => {
      await prepare();
      return { ...deliveredAttempt, durationMs: 84 };
    },
  },
};
const schema = createSchema();
const organization = await services.db.transaction((trx) =>
  createOrganization(
    trx,
    { ...services, now: () => computeSetupTime(NOW) },
    "Larkspur Home Exteriors",
  ),
);
await applyEvents(schema, services, organization.organization.id, createStory(SEED, NOW));
const [lastOfStory] = (await services
  .db("events")
  .where("organization_id", organization.organization.id)
  .orderBy("position", "desc")
  .limit(1)
  .select("position")) as { position: number }[];
const resumable = createResumableUploads(schema, services, join(config.dataDir, "media"));
const address = { host: "127.0.0.1", port: 0 };
const running = await serveHttp({ ...services, resumable }, log, address, schema);
const base = `http://127.0.0.1:${running.port}`;

const requestJson = async (
  path: string,
  method = "GET",
  body?: unknown,
  apiKey = organization.apiKey,
): Promise<never> => {
  const isGraphql = path === "/graphql";
  const response = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${isGraphql ? organization.internalToken : apiKey}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { errors?: unknown };
  if (response.status !== 200 || (isGraphql && answer.errors))
    throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer as never;
};
const runMutation = (query: string): Promise<never> => requestJson("/graphql", "POST", { query });

const examples: Record<string, ExampleRequest & { response?: unknown }> = {};
/** Captures the response of a route. `id`: the operation name, by which OpenAPI finds the example. */
const captureExample = async (
  id: string,
  route: string,
  request: ExampleRequest = {},
  apiKey?: string,
): Promise<never> => {
  const [method, path] = route.split(" ") as [string, string];
  const query = new URLSearchParams(request.parameters);
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = query.get(name)!;
    query.delete(name);
    return encodeURIComponent(value);
  });
  const response = await requestJson(
    query.size > 0 ? `${filledPath}?${query.toString()}` : filledPath,
    method,
    request.body,
    apiKey,
  );
  examples[id] = { ...request, response: shortenLists(response) };
  return response;
};

/** Searches a page of calls, as the server does in the background. Returns whether calls may be left. */
const searchCalls = async (): Promise<boolean> =>
  searchOrganization(
    services,
    services.trackers,
    organization.organization.id,
    new AbortController().signal,
  );

const customer = {
  id: "CRM-20031",
  name: "Ines Marlowe",
  email: "ines.marlowe@mail.example",
  location: "14 Quarry Lane, Ashford",
};
await captureExample("pushAppointment", "POST /v1/scheduled-tasks", {
  body: {
    event_id: "JOB-9001-1",
    user_email: "priya.raman@larkspur.example",
    start_time: "2026-03-03T14:00:00.000Z",
    end_time: "2026-03-03T15:30:00.000Z",
    title: "Roof inspection",
    customer,
    metadata: { job: "JOB-9001" },
  },
});
await captureExample("changeAppointment", "PUT /v1/scheduled-tasks/{event_id}", {
  parameters: { event_id: "JOB-9001-1" },
  body: { title: "Roof inspection, bring a ladder" },
});
const call = {
  call_id: "call-90001",
  user_email: "priya.raman@larkspur.example",
  started_at: "2026-03-03T14:03:00.000Z",
  event_id: "JOB-9001-1",
  custom_fields: { campaign: "spring" },
  transcript: [
    { speaker: "Priya", role: "rep", text: "How old is the roof?", start: 0, end: 1800 },
    { speaker: "Ines", role: "client", text: "About twenty years.", start: 2400, end: 4100 },
  ],
};
const {
  recording: { id },
} = (await captureExample("pushCall", "POST /v1/dialer", { body: call })) as {
  recording: { id: string };
};
examples["pushCallByToken"] = examples["pushCall"]!;
const { data: templateAnswer } = (await runMutation(`mutation { upsertTemplate(input: {
  name: "Inspection call", questions: [{ question: "Asked for the age?" }, { question: "Asked for the budget?" }]
}) { id questions { id } } }`)) as {
  data: { upsertTemplate: { id: string; questions: { id: string }[] } };
};
const template = templateAnswer.upsertTemplate;
await runMutation(`mutation { completeAnalysis(recordingId: "${id}", input: {
  summary: "A twenty-year-old roof.", notes: "Prefers slate.", coaching: "Ask for the budget earlier.",
  tags: ["inspection"], actionItems: [{ text: "Send the estimate", assignee: "Priya" }], closed: true,
  templateId: "${template.id}", process: { summary: "Half of the questions.", answers: [
    { questionId: "${template.questions[0]!.id}", answer: "Asked at the start.", yes: true,
      evidence: "How old is the roof?" }
  ] }
}) { id } }`);
await runMutation(`mutation { syncRecording(recordingId: "${id}") { id } }`);
const { data: commented } = (await runMutation(`mutation { addComment(input: {
  recordingId: "${id}", text: "Well asked. Next time, ask for the budget too.", quote: "How old is the roof?",
  authorEmail: "priya.raman@larkspur.example"
}) { id } }`)) as { data: { addComment: { id: string } } };
const { recording: walkIn } = (await requestJson("/v1/dialer", "POST", {
  ...call,
  call_id: "call-90002",
  event_id: null,
  started_at: "2026-03-02T16:00:00.000Z",
})) as { recording: { id: string } };
await runMutation(`mutation { createClient(input: {
  recordingId: "${walkIn.id}", name: "Owen Tully", email: "owen.tully@mail.example", notes: "Walked in."
}) { id } }`);
await runMutation(`mutation { completeAnalysis(recordingId: "${walkIn.id}", input: {
  summary: "Asks for a quote."
}) { id } }`);
await runMutation(`mutation { createWebhook(input: {
  url: "https://crm.example.com/debrief", events: ["recording.processed", "client.created"]
}) { webhook { id } } }`);

await captureExample("listAppointments", "GET /v1/scheduled-tasks", {
  parameters: { fromDate: "2026-03-01", limit: "2" },
});
await captureExample("getAppointment", "GET /v1/scheduled-tasks/{event_id}", {
  parameters: { event_id: "JOB-9001-1" },
});
const { clients } = (await captureExample("listClients", "GET /v1/clients", {
  parameters: { limit: "2" },
})) as { clients: { id: string }[] };
await captureExample("getClient", "GET /v1/clients/{id}", { parameters: { id: clients[0]!.id } });
await captureExample("listRecordings", "GET /v1/recordings", {
  parameters: { fromDate: "2026-02-01", limit: "2" },
});
const { recording } = (await captureExample("getRecording", "GET /v1/recordings/{id}", {
  parameters: { id },
})) as { recording: Record<string, unknown> };
await captureExample("getTranscript", "GET /v1/recordings/{id}/transcript", { parameters: { id } });
await captureExample("getStats", "GET /v1/stats", {
  parameters: { groupBy: "user", startDate: "2026-02-01", emails: "priya.raman@larkspur.example" },
});
await captureExample("listTeams", "GET /v1/teams");
await captureExample("listUsers", "GET /v1/users");
await captureExample("listWebhooks", "GET /v1/webhooks");
await captureExample("listEvents", "GET /v1/events", { parameters: { limit: "1" } });
await captureExample("sendTestWebhook", "POST /v1/webhooks/test", {
  body: { url: "https://crm.example.com/debrief", recording },
});
await captureExample("deleteAppointment", "DELETE /v1/scheduled-tasks/{event_id}", {
  parameters: { event_id: "JOB-9001-1" },
});
const { data: created } = (await runMutation(`mutation { createNamedKey(input: {
  name: "Staff list", scopes: [people, webhooks]
}) { key } }`)) as { data: { createNamedKey: { key: string } } };
const { key } = created.createNamedKey;
const user = { email: "mara.lind@larkspur.example", name: "Mara Lind", extensions: ["212"] };
await captureExample("pushUser", "POST /v1/users", { body: user }, key);
const named = { parameters: { email: user.email } };
await captureExample(
  "changeUser",
  "PUT /v1/users/{email}",
  { ...named, body: { phones: ["+49 30 1234567"] } },
  key,
);
await captureExample("deactivateUser", "DELETE /v1/users/{email}", named, key);
const hook = { url: "https://crm.example.com/new", trigger: "dialer" };
const { webhook: pushed } = (await captureExample(
  "pushWebhook",
  "POST /v1/webhooks",
  { body: hook },
  key,
)) as { webhook: { id: string } };
// The secret differs in each run.
Object.assign(examples["pushWebhook"]!.response as object, {
  signingSecret: "whsec_ZXhhbXBsZSBvZiBhIHNpZ25pbmcgc2VjcmV0",
});
const chosen = { parameters: { id: pushed.id } };
await captureExample(
  "changeWebhook",
  "PUT /v1/webhooks/{id}",
  { ...chosen, body: { active: false } },
  key,
);
await captureExample("deleteWebhook", "DELETE /v1/webhooks/{id}", chosen, key);
const uploadFields = {
  call_id: "call-90003",
  user_email: call.user_email,
  started_at: "2026-03-02T10:00:00.000Z",
};
const form = new FormData();
for (const [name, text] of Object.entries(uploadFields)) form.append(name, text);
form.append("file", new Blob([readFileSync("test/fixtures/call.wav")]), "call.wav");
const response = await fetch(`${base}/v1/recordings/upload`, {
  method: "POST",
  headers: { "x-api-key": organization.apiKey },
  body: form,
});
examples["uploadCall"] = {
  body: { ...uploadFields, file: "(the file)" },
  response: await response.json(),
};
await runMutation(
  `mutation { upsertTracker(input: { name: "Roof age", phrases: ["twenty years"] }) { id } }`,
);
const { recording: tracked } = (await requestJson("/v1/dialer", "POST", {
  ...call,
  call_id: "call-90004",
  event_id: null,
})) as { recording: { id: string } };
await runMutation(`mutation { completeAnalysis(recordingId: "${tracked.id}", input: {
  summary: "A twenty-year-old roof."
}) { id } }`);
await searchCalls();
const { recording: silent } = (await requestJson("/v1/dialer", "POST", {
  ...call,
  call_id: "call-90005",
  event_id: null,
})) as { recording: { id: string } };
await runMutation(`mutation {
  startAnalysis(recordingId: "${silent.id}") { id }
  failAnalysis(recordingId: "${silent.id}", reason: "The audio has no sound.") { id }
}`);
await closeDueWindows(
  createContext(
    { ...services, now: () => NOW + WEEK_MS },
    { role: "internal", organizationId: organization.organization.id },
    "examples",
  ),
  emitMissed,
);
const events = (await services
  .db("events")
  .select("event", "payload")
  .where({ organization_id: organization.organization.id, test: 0 })
  .where("position", ">", lastOfStory!.position)
  .orderBy("id")) as { event: string; payload: string }[];
for (const { event, payload } of events)
  examples[event] ??= { body: JSON.parse(payload) as Record<string, unknown> };

const vendorCall = {
  resource: "call",
  event: "call.ended",
  timestamp: 1772546700,
  token: "45XXYYZZa08",
  data: {
    id: 90003,
    direction: "outbound",
    started_at: 1772546400,
    ended_at: 1772546640,
    duration: 240,
    recording: "https://recordings.example/90003.mp3",
    raw_digits: "+1 800-123-4567",
    user: { id: 456, email: "priya.raman@larkspur.example" },
    contact: { id: 1, first_name: "Ines", last_name: "Marlowe", emails: [] },
  },
};
examples["pushCallOfDialer"] = {
  parameters: { adapter: "aircall" },
  body: vendorCall,
  response: await requestJson(
    `${new URL(organization.dialerUrl).pathname}/aircall`,
    "POST",
    vendorCall,
  ),
};

const actionItems = (await captureExample("listActionItems", "GET /v1/action-items", {
  parameters: { completed: "false", limit: "1" },
})) as { actionItems: { id: string }[] };
await captureExample("changeActionItem", "PUT /v1/action-items/{id}", {
  parameters: { id: actionItems.actionItems[0]!.id },
  body: { completed: true },
});
await runMutation(`mutation { replyToComment(id: "${commented.addComment.id}", input: {
  text: "I will.", authorEmail: "priya.raman@larkspur.example"
}) { id } }`);
await captureExample("listComments", "GET /v1/comments", {
  parameters: { recordingId: id, limit: "1" },
});
await runMutation(`mutation { createClip(input: {
  recordingId: "${id}", title: "Asks for the age", start: 0, end: 4100,
  authorEmail: "priya.raman@larkspur.example", shareWith: { everyone: true }
}) { id } }`);
await captureExample("listClips", "GET /v1/clips", { parameters: { limit: "1" } });
await runMutation("mutation { setMeaningSearch(enabled: true) { enabled } }");
while (await searchCalls());
await captureExample("findSentences", "GET /v1/sentences", {
  parameters: { meaning: "What is the age of your roof?", saidBy: "rep" },
});

await running.stop();
await services.notifier.stop();
await services.reader.close();
await services.db.destroy();
rmSync(directory, { recursive: true });
writeFileSync("rest/openapi/examples.json", `${JSON.stringify(examples, undefined, 2)}\n`);
