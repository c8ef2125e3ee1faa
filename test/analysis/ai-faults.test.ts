import "reflect-metadata";
import type { Fault } from "../helpers/analysis/ai-server.js";
import { createAiSuite, MODEL_KEY, loadRecording } from "../helpers/analysis/ai-suite.js";
import { SAMPLE_LINES, buildUtterances } from "../helpers/analysis/analyzer-calls.js";
import { REFUSING_PORT } from "../helpers/net/free-port.js";
import { listProcessedEvents } from "../helpers/server/installed-organization.js";
import { uploadRaw } from "../helpers/recordings/media.js";

const test = createAiSuite();
const transcript = buildUtterances(SAMPLE_LINES);

const isSilent = (fault: Fault): boolean => fault === "never" || fault === "silent";

const formatFault = (fault: Fault): string =>
  typeof fault === "object" ? String(fault.status) : fault;

const temporaryFaults: Fault[] = [
  "slow",
  "never",
  "silent",
  "no JSON",
  "wrong JSON",
  "wrong shape",
  "cut off",
  "empty",
  { status: 429, retryAfter: "0" },
  { status: 500 },
  { status: 503, retryAfter: "Wed, 21 Oct 2015 07:28:00 GMT" },
];

for (const fault of [...temporaryFaults, "fenced", "full", "too long"] as Fault[])
  test.serial(`a temporary chat server fault leaves no trace: ${formatFault(fault)}`, async (t) => {
    const { org, ai, analyse, shortenTimeouts } = t.context;
    if (isSilent(fault)) shortenTimeouts();
    ai.fail("chat", fault);
    const id = await org.ingestCall({ transcript });
    await analyse(id);
    t.like(await loadRecording(org, id), {
      status: "processed",
      failureReason: null,
      summary: "Robin offers an estimate.",
    });
    // A whole answer is valid, even if the model would have written more.
    const attempts = ["slow", "fenced", "full"].includes(formatFault(fault)) ? 1 : 2;
    // With short timeouts, a further attempt may time out.
    t.true(isSilent(fault) ? ai.chats.length >= attempts : ai.chats.length === attempts);
  });

for (const fault of temporaryFaults)
  test.serial(
    `a temporary transcription server fault leaves no trace: ${formatFault(fault)}`,
    async (t) => {
      const { org, ai, analyse, listFiles, shortenTimeouts } = t.context;
      if (isSilent(fault)) shortenTimeouts();
      ai.fail("transcription", fault);
      const id = await org.ingestCall({ recording_url: ai.audio });
      await analyse(id);
      const { status, transcript: utterances } = await loadRecording(org, id);
      t.is(status, "processed");
      t.is(utterances.length, 2);
      const attempts = fault === "slow" ? 1 : 2;
      const count = ai.transcriptions.length;
      t.true(isSilent(fault) ? count >= attempts : count === attempts);
      t.deepEqual(listFiles(), []);
    },
  );

/** Permanent faults, their failure reasons and the number of attempts. */
const permanentFaults: [Fault, RegExp, number][] = [
  ["never", /^The chat server did not respond in time$/, 4],
  ["no JSON", /^The chat server returned an invalid response$/, 3],
  ["wrong JSON", /^The model's answers stayed invalid after two corrections$/, 3],
  ["wrong shape", /^The model's answers stayed invalid/, 3],
  ["empty", /^The model's answers stayed invalid/, 3],
  [
    "too long",
    /^The model's answers were cut off at their length limit, three times; .*DEBRIEF_AI_CONTEXT_TOKENS/,
    3,
  ],
  ["refusal", /^The model refuses to analyse this call$/, 1],
  ["huge", /^The chat server returned a response that is too large$/, 1],
  [
    "redirect",
    /^The chat server redirects to another address, which debrief does not follow;.* \(307\)$/,
    1,
  ],
  ["cut off", /^The chat server ended its response too early$/, 4],
  [{ status: 429 }, /^The chat server limits the rate, or its quota is used up \(429\)$/, 4],
  [{ status: 500 }, /^The chat server failed \(500\)$/, 4],
  [{ status: 401 }, /^The chat server rejects the key; .*DEBRIEF_AI_KEY \(401\)$/, 1],
  [{ status: 404 }, /^The chat server does not have this model or address; .*\(404\)$/, 1],
  // Once per response format.
  [{ status: 400 }, /^The chat server rejects the request; .*\(400\)$/, 3],
];

for (const [fault, reason, attempts] of permanentFaults)
  test.serial(
    `a permanent chat server fault fails the analysis after the useful retries: ${formatFault(fault)}`,
    async (t) => {
      const { org, ai, analyse, log, shortenTimeouts } = t.context;
      if (isSilent(fault)) shortenTimeouts();
      ai.fail("chat", ...Array.from({ length: 9 }, () => fault));
      const id = await org.ingestCall({ transcript });
      await analyse(id);
      const { status, failureReason } = await loadRecording(org, id);
      t.is(status, "failed");
      t.regex(failureReason, reason);
      t.is(ai.chats.length, attempts);
      t.is(log.filter(({ msg }) => msg === "an analysis failed").length, 1);
      const shown = failureReason + JSON.stringify(log);
      t.false(shown.includes(MODEL_KEY));
      t.false(String(failureReason).includes("127.0.0.1"));
    },
  );

/** Unavailable audio and its failure reason. */
const unavailableAudio: Record<string, RegExp> = {
  "/gone": /^The audio could not be fetched: its URL answered 404$/,
  "/page": /^The recording's audio file isn't an audio or video file$/,
  "/inside": /^The audio could not be fetched: its URL must be (a public address|https)$/,
};

for (const [path, reason] of Object.entries(unavailableAudio))
  test.serial(
    `unavailable audio fails the analysis without a retry or a leftover file: ${path}`,
    async (t) => {
      const { org, ai, analyse, listFiles } = t.context;
      const id = await org.ingestCall({ recording_url: ai.origin + path });
      await analyse(id);
      const { status, failureReason } = await loadRecording(org, id);
      t.is(status, "failed");
      t.regex(failureReason, reason);
      t.is(ai.transcriptions.length, 0);
      t.deepEqual(listFiles(), []);
    },
  );

test.serial("audio is fetched only from addresses that webhooks may use", async (t) => {
  const { org, ai, analyse } = t.context;
  for (const url of [
    "http://169.254.169.254/latest",
    "http://10.0.0.1/call.wav",
    "file:///etc/passwd",
  ]) {
    const id = await org.ingestCall({ recording_url: url });
    await analyse(id);
    t.regex(
      (await loadRecording(org, id)).failureReason,
      /^The audio could not be fetched: its URL must be /,
    );
  }
  const moved = await org.ingestCall({ recording_url: `${ai.origin}/moved` });
  await analyse(moved);
  t.is((await loadRecording(org, moved)).status, "processed");
});

test.serial("a recording without speech fails with a reason", async (t) => {
  const { org, ai, analyse } = t.context;
  ai.heard = [];
  const id = await org.ingestCall({ recording_url: ai.audio });
  await analyse(id);
  t.like(await loadRecording(org, id), {
    status: "failed",
    failureReason: "The recording has no speech",
  });
});

test.serial(
  "a transcript is stored before the analysis, so a retry does not transcribe again",
  async (t) => {
    const { org, ai, analyse } = t.context;
    ai.fail("chat", { status: 401 });
    const id = await org.ingestCall({ recording_url: ai.audio });
    await analyse(id);
    t.is((await loadRecording(org, id)).status, "failed");
    await org.graphql("mutation ($id: ID!) { reanalyze(recordingId: $id) { id } }", { id });
    await analyse(id);
    t.is((await loadRecording(org, id)).status, "processed");
    t.is(ai.transcriptions.length, 1);
  },
);

test.serial(
  "the log has the causes of a failure, without the key and the call's words",
  async (t) => {
    const { org, ai, analyse, log } = t.context;
    const failures = async (
      models?: Parameters<typeof analyse>[1],
    ): Promise<Record<string, unknown>[]> => {
      const id = await org.ingestCall({ transcript });
      await analyse(id, models);
      return log.splice(0).filter(({ msg }) => msg === "an analysis failed");
    };
    ai.fail("chat", { status: 401 });
    const [refused] = await failures();
    t.like(refused!["err"], {
      message: "The chat server rejects the key; the operator can correct DEBRIEF_AI_KEY (401)",
      cause: { message: 'status 401: {"error":{"message":"no: Bearer <key>"}}' },
    });
    ai.fail("chat", "wrong JSON", "wrong JSON", "wrong JSON");
    const [invalid] = await failures();
    t.regex(JSON.stringify(invalid!["err"]), /"cause":\{[^}]*"message":"It is not a JSON object: /);
    const url = `http://127.0.0.1:${REFUSING_PORT}/v1`;
    const [unreachable] = await failures({ chat: { url } });
    t.like(unreachable!["err"], { cause: { cause: { code: "ECONNREFUSED" } } });
    const shown = JSON.stringify([refused, invalid, unreachable]);
    for (const secret of [MODEL_KEY, "estimate", SAMPLE_LINES[0]![1]])
      t.false(shown.includes(secret), secret);
  },
);

const REANALYZE = "mutation ($id: ID!) { reanalyze(recordingId: $id) { id } }";

for (const kind of ["chat", "transcription"] as const)
  for (const fault of [
    ...temporaryFaults,
    "fenced",
    "full",
    "too long",
    "refusal",
    "huge",
    "redirect",
  ] as Fault[])
    test.serial(
      `an upload is processed with one event despite a ${kind} fault: ${formatFault(fault)}`,
      async (t) => {
        const { server, org, ai, analyse, shortenTimeouts } = t.context;
        if (isSilent(fault)) shortenTimeouts();
        ai.fail(kind, fault);
        const { id } = (await uploadRaw(server, org)).body.recording;
        await analyse(id);
        const { status, failureReason } = await loadRecording(org, id);
        // A fault that would repeat has a reason and waits for `reanalyze`.
        if (status === "failed") {
          t.truthy(failureReason);
          await org.graphql(REANALYZE, { id });
          await analyse(id);
        }
        t.like(await loadRecording(org, id), { status: "processed", failureReason: null });
        t.deepEqual(await listProcessedEvents(org), [id]);
      },
    );
