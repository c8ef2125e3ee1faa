import test from "ava";
import type { RedactionSettings } from "../../db/redaction/redaction.js";
import {
  RedactionBudgetError,
  type RedactionWork,
  withRedactionSignal,
} from "../../graph/core/redaction-port.js";
import { performRedaction } from "../../graph/redaction/perform-redaction.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { createRedactionRunner } from "../../src/base/workers/redaction-runner.js";
import type { RedactionRequest } from "../../src/base/workers/redaction-worker.js";
import { ThreadLimitError, ThreadPool } from "../../src/base/workers/thread-pool.js";

const CARDS: RedactionSettings = { cardNumbers: true, patterns: [] };
/** Each of its matches is searched to the end of the text. */
const SLOW: RedactionSettings = {
  cardNumbers: false,
  patterns: [{ name: "slow", pattern: "a(?:.*[0-9])?" }],
};
const CARD_TEXT = "my card is 4111 1111 1111 1111, and ";

const buildTranscript = (text: string, count: number): RedactionWork => ({
  form: "transcript",
  utterances: Array.from({ length: count }, (_, start) => ({ speaker: "a", text, start })),
});

const works: Record<string, RedactionWork> = {
  "a transcript": buildTranscript(CARD_TEXT, 200),
  "a long line": buildTranscript(CARD_TEXT.repeat(2_000), 1),
  "an input": {
    form: "input",
    input: { notes: CARD_TEXT.repeat(100), customFields: { "4111111111111111": [CARD_TEXT] } },
  },
  "fields of a form": {
    form: "fields",
    fields: { note: CARD_TEXT.repeat(100), call_id: "4111111111111111" },
    identifiers: ["call_id"],
  },
  "a body": {
    form: "body",
    text: JSON.stringify({ call_id: "4111111111111111", note: CARD_TEXT.repeat(100) }),
    transcript: undefined,
    kept: ["4111111111111111"],
  },
};

for (const [name, work] of Object.entries(works))
  test(`is redacted off the main thread as on it: ${name}`, async (t) => {
    const onMainThread = await performRedaction(CARDS, work, () => {});
    t.regex(JSON.stringify(onMainThread), /\[card number\]/);
    t.deepEqual(await createRedactionRunner()("org", CARDS, work), onMainThread);
  });

test("the event loop turns while large texts are redacted, and another organization's pass them", async (t) => {
  const run = createRedactionRunner();
  const small = buildTranscript(CARD_TEXT, 50);
  // Both threads have started.
  await Promise.all(["large", "small"].map((organization) => run(organization, CARDS, small)));
  const order: string[] = [];
  const redact = async (organization: string, work: RedactionWork): Promise<void> => {
    await run(organization, CARDS, work);
    order.push(organization);
  };
  const large = buildTranscript("4 1 ".repeat(20_000), 5);
  const running = [redact("large", large), redact("large", large), redact("small", small)];
  await new Promise(setImmediate);
  order.push("turn");
  await Promise.all(running);
  t.deepEqual(order, ["turn", "small", "large", "large"]);
});

test("a redaction over its budget ends, and the next one runs", async (t) => {
  const run = createRedactionRunner(200);
  await t.throwsAsync(run("org", SLOW, buildTranscript("a".repeat(90_000), 1)), {
    instanceOf: RedactionBudgetError,
  });
  await t.throwsAsync(run("org", CARDS, buildTranscript("4 1 ".repeat(20_000), 20)), {
    instanceOf: RedactionBudgetError,
  });
  t.like(await run("org", CARDS, buildTranscript(CARD_TEXT.repeat(40), 1)), { length: 1 });
});

test("values that are nested too deeply are over the budget", async (t) => {
  const text = "[".repeat(30_000) + "]".repeat(30_000);
  const body: RedactionWork = { form: "body", text, transcript: undefined, kept: [] };
  await t.throwsAsync(createRedactionRunner()("org", CARDS, body), {
    instanceOf: RedactionBudgetError,
  });
});

test("objects that all have other names take no longer than those with the same", async (t) => {
  // 20,000 names in 20,000 objects were compared with each other.
  const items = Array.from({ length: 20_000 }, (_, n) => ({ [`name${n}`]: "text" }));
  const body: RedactionWork = {
    form: "body",
    text: JSON.stringify(items),
    transcript: undefined,
    kept: [],
  };
  t.is(await createRedactionRunner()("org", CARDS, body), body.text);
});

test("a small text passes large ones of its organization", async (t) => {
  const run = createRedactionRunner();
  const order: string[] = [];
  const large = run("org", CARDS, buildTranscript("4 1 ".repeat(20_000), 5)).then(() =>
    order.push("large"),
  );
  await run("org", CARDS, buildTranscript(CARD_TEXT, 2));
  order.push("small");
  await large;
  t.deepEqual(order, ["small", "large"]);
});

test("texts that need more memory than a thread has are over its limit", async (t) => {
  const pool = new ThreadPool<RedactionRequest, unknown>({
    script: new URL("../../src/base/workers/redaction-worker.js", import.meta.url),
    limits: SHARE_LIMITS.redactions,
    maxHeapMib: 16,
    timeoutMs: 60_000,
  });
  const work = buildTranscript("4 1 ".repeat(20_000), 20);
  const request = { settings: CARDS, work, maxCpuMs: 60_000 };
  await t.throwsAsync(pool.run("org", request), {
    instanceOf: ThreadLimitError,
    message: /memory/,
  });
});

test("a job that stops waits for no redaction, running or waiting", async (t) => {
  const stopping = new AbortController();
  const runRedaction = createRedactionRunner();
  const services = withRedactionSignal({ runRedaction }, stopping.signal);
  const work = buildTranscript("a".repeat(90_000), 5);
  const redactions = [1, 2].map(() => services.runRedaction("org", SLOW, work));
  setImmediate(() => stopping.abort());
  await Promise.all(redactions.map((one) => t.throwsAsync(one, { name: "AbortError" })));
});
