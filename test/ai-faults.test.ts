import "reflect-metadata";
import type { Fault } from "./helpers/ai-server.js";
import { aiSuite, KEY, read } from "./helpers/ai-suite.js";
import { TALK, transcriptOf } from "./helpers/analyzed.js";
import { told } from "./helpers/installed-organization.js";
import { uploadRaw } from "./helpers/media.js";

const test = aiSuite();
const transcript = transcriptOf(TALK);

const isSilent = (fault: Fault): boolean => fault === "never" || fault === "silent";

const named = (fault: Fault): string => (typeof fault === "object" ? String(fault.status) : fault);

const passing: Fault[] = [
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

for (const fault of [...passing, "fenced", "too long"] as Fault[])
  test.serial(`a chat server's fault that passes leaves no trace: ${named(fault)}`, async (t) => {
    const { org, ai, analyse, hurry } = t.context;
    if (isSilent(fault)) hurry();
    ai.fail("chat", fault);
    const id = await org.call({ transcript });
    await analyse(id);
    t.like(await read(org, id), {
      status: "processed",
      failureReason: null,
      summary: "Robin offers an estimate.",
    });
    const least = fault === "slow" || fault === "fenced" ? 1 : 2;
    // Whoever is in a hurry may be so twice.
    t.true(isSilent(fault) ? ai.chats.length >= least : ai.chats.length === least);
  });

for (const fault of passing)
  test.serial(
    `a transcription server's fault that passes leaves no trace: ${named(fault)}`,
    async (t) => {
      const { org, ai, analyse, files, hurry } = t.context;
      if (isSilent(fault)) hurry();
      ai.fail("transcription", fault);
      const id = await org.call({ recording_url: ai.audio });
      await analyse(id);
      const { status, transcript: said } = await read(org, id);
      t.is(status, "processed");
      t.is(said.length, 2);
      const least = fault === "slow" ? 1 : 2;
      const times = ai.transcriptions.length;
      t.true(isSilent(fault) ? times >= least : times === least);
      t.deepEqual(files(), []);
    },
  );

/** What people are told of a fault that stays, and how often it was tried. */
const staying: [Fault, RegExp, number][] = [
  ["never", /^The chat server did not answer in time$/, 4],
  ["no JSON", /^The chat server's answer is not of the kind that was asked for$/, 3],
  ["wrong JSON", /^The model's answers could not be used, though it was told why$/, 3],
  ["wrong shape", /^The model's answers could not be used/, 3],
  ["empty", /^The model's answers could not be used/, 3],
  ["too long", /^The model's answers could not be used/, 3],
  ["refusal", /^The model refuses to analyse this call$/, 1],
  ["huge", /^The chat server answered with more than may be read$/, 1],
  ["redirect", /^The chat server points to another address, which is not followed;.* \(307\)$/, 1],
  ["cut off", /^The chat server broke off in the middle of its answer$/, 4],
  [{ status: 429 }, /^The chat server was asked too often, or its quota is used up \(429\)$/, 4],
  [{ status: 500 }, /^The chat server failed \(500\)$/, 4],
  [{ status: 401 }, /^The chat server does not accept the key; .*DEBRIEF_AI_KEY \(401\)$/, 1],
  [{ status: 404 }, /^The chat server knows no such model or address; .*\(404\)$/, 1],
  // Once for each format that it is asked for.
  [{ status: 400 }, /^The chat server refuses the request; .*\(400\)$/, 3],
];

for (const [fault, reason, tries] of staying)
  test.serial(
    `a chat server's fault that stays is told, after the tries that may help: ${named(fault)}`,
    async (t) => {
      const { org, ai, analyse, log, hurry } = t.context;
      if (isSilent(fault)) hurry();
      ai.fail("chat", ...Array.from({ length: 9 }, () => fault));
      const id = await org.call({ transcript });
      await analyse(id);
      const { status, failureReason } = await read(org, id);
      t.is(status, "failed");
      t.regex(failureReason, reason);
      t.is(ai.chats.length, tries);
      t.is(log.filter(({ msg }) => msg === "an analysis failed").length, 1);
      const shown = failureReason + JSON.stringify(log);
      t.false(shown.includes(KEY));
      t.false(String(failureReason).includes("127.0.0.1"));
    },
  );

/** Audio that cannot be had, and what is told of it. */
const audio: Record<string, RegExp> = {
  "/gone": /^The audio could not be fetched: its URL answered 404$/,
  "/page": /^What the recording has as its audio is no audio$/,
  "/inside": /^The audio could not be fetched: its URL must be (a public address|https)$/,
};

for (const [path, reason] of Object.entries(audio))
  test.serial(
    `audio that is not to be had is told at once, and leaves no file: ${path}`,
    async (t) => {
      const { org, ai, analyse, files } = t.context;
      const id = await org.call({ recording_url: ai.origin + path });
      await analyse(id);
      const { status, failureReason } = await read(org, id);
      t.is(status, "failed");
      t.regex(failureReason, reason);
      t.is(ai.transcriptions.length, 0);
      t.deepEqual(files(), []);
    },
  );

test.serial("audio is fetched where webhooks may go, and nowhere else", async (t) => {
  const { org, ai, analyse } = t.context;
  for (const url of [
    "http://169.254.169.254/latest",
    "http://10.0.0.1/call.wav",
    "file:///etc/passwd",
  ]) {
    const id = await org.call({ recording_url: url });
    await analyse(id);
    t.regex(
      (await read(org, id)).failureReason,
      /^The audio could not be fetched: its URL must be /,
    );
  }
  const moved = await org.call({ recording_url: `${ai.origin}/moved` });
  await analyse(moved);
  t.is((await read(org, moved)).status, "processed");
});

test.serial("a recording in which nothing is said fails with that reason", async (t) => {
  const { org, ai, analyse } = t.context;
  ai.heard = [];
  const id = await org.call({ recording_url: ai.audio });
  await analyse(id);
  t.like(await read(org, id), {
    status: "failed",
    failureReason: "Nothing is said in the recording",
  });
});

test.serial("what was heard is kept before it is read, and is not paid for twice", async (t) => {
  const { org, ai, analyse } = t.context;
  ai.fail("chat", { status: 401 });
  const id = await org.call({ recording_url: ai.audio });
  await analyse(id);
  t.is((await read(org, id)).status, "failed");
  await org.graph("mutation ($id: ID!) { reanalyze(recordingId: $id) { id } }", { id });
  await analyse(id);
  t.is((await read(org, id)).status, "processed");
  t.is(ai.transcriptions.length, 1);
});

const AGAIN = "mutation ($id: ID!) { reanalyze(recordingId: $id) { id } }";

for (const kind of ["chat", "transcription"] as const)
  for (const fault of [...passing, "fenced", "too long", "refusal", "huge", "redirect"] as Fault[])
    test.serial(
      `an upload is processed, and told of once, through a ${kind} fault: ${named(fault)}`,
      async (t) => {
        const { server, org, ai, analyse, hurry } = t.context;
        if (isSilent(fault)) hurry();
        ai.fail(kind, fault);
        const { id } = (await uploadRaw(server, org)).body.recording;
        await analyse(id);
        const { status, failureReason } = await read(org, id);
        // What would answer just so again has a reason, and waits to be asked for.
        if (status === "failed") {
          t.truthy(failureReason);
          await org.graph(AGAIN, { id });
          await analyse(id);
        }
        t.like(await read(org, id), { status: "processed", failureReason: null });
        t.deepEqual(await told(org), [id]);
      },
    );
