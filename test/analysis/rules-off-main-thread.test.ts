import test from "ava";
import { analyzeByRules } from "../../src/analyzer/basic/index.js";
import { createRuleAnalysis } from "../../src/analyzer/basic/off-main-thread.js";
import {
  buildAnalyzerCall,
  buildAnalyzerProcess,
  type CallLine,
  SAMPLE_LINES,
} from "../helpers/analysis/analyzer-calls.js";

const { signal } = new AbortController();
const SMALL_CALL = buildAnalyzerCall(SAMPLE_LINES, {
  organizationId: "good",
  templates: [buildAnalyzerProcess("t", "Was the roof old?", "Was a cat discussed?")],
});

/** Builds a call with as much text as the rules read, and questions about all of it. */
const buildLargeCall = (templateCount: number) => {
  const words = Array.from({ length: 500 }, (_, n) => `topic${n}x`);
  const line = (n: number): CallLine => [
    n % 2 ? "rep" : "client",
    `${Array.from({ length: 12 }, (_, word) => words[(n * 7 + word * n) % 500]).join(" ")}.`,
  ];
  const question = (n: number): string => words.slice(n, n + 15).join(" ");
  return buildAnalyzerCall(
    Array.from({ length: 4_000 }, (_, n) => line(n)),
    {
      organizationId: "large",
      templates: Array.from({ length: templateCount }, (_, n) =>
        buildAnalyzerProcess(`t${n}`, ...Array.from({ length: 200 }, (_, at) => question(at))),
      ),
    },
  );
};

test("an analysis off the main thread is the same as on it", async (t) => {
  const analyze = createRuleAnalysis();
  const large = buildLargeCall(2);
  t.deepEqual(await analyze(SMALL_CALL, signal), analyzeByRules(SMALL_CALL));
  t.deepEqual(await analyze(large, signal), analyzeByRules(large));
});

test("the event loop turns while large calls are analysed, and a small one passes them", async (t) => {
  const analyze = createRuleAnalysis();
  // Both threads have started.
  await Promise.all(
    [SMALL_CALL, { ...SMALL_CALL, organizationId: "large" }].map((call) => analyze(call, signal)),
  );
  const order: string[] = [];
  const run = async (name: string, call: typeof SMALL_CALL): Promise<void> => {
    await analyze(call, signal);
    order.push(name);
  };
  const large = buildLargeCall(4);
  const running = [run("large", large), run("large", large), run("small", SMALL_CALL)];
  await new Promise(setImmediate);
  order.push("turn");
  await Promise.all(running);
  t.deepEqual(order, ["turn", "small", "large", "large"]);
});

test("an aborted analysis ends, and the next one runs", async (t) => {
  const analyze = createRuleAnalysis();
  const stopping = new AbortController();
  const running = analyze(buildLargeCall(4), stopping.signal);
  await new Promise(setImmediate);
  stopping.abort();
  await t.throwsAsync(running, { name: "AbortError" });
  t.deepEqual(await analyze(SMALL_CALL, signal), analyzeByRules(SMALL_CALL));
});
