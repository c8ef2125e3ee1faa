import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import test from "ava";
import { UnanalyzableError } from "../../../src/analyzer/analyzer.js";
import { createSpeechPool } from "../../../src/analyzer/embedded/speech-pool.js";
import { createLog } from "../../../src/base/log/log.js";
import {
  buildChannel,
  buildWav,
  createSpeechDirectory,
  speak,
  hasFlite,
} from "../../helpers/speech/speech.js";

const speechTest = hasFlite ? test.serial : test.serial.skip;
const files = createSpeechDirectory();
const log = createLog("silent");
const { signal } = new AbortController();
const crashDelaysMs = [0, 0];
const ignore = {};

test.after.always(() => files.remove());

const listChildren = (): number[] =>
  (readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").match(/\d+/g) ?? []).map(Number);

/** Waits until the list of this process's children is as long. */
const awaitChildren = async (count: number): Promise<number[]> => {
  while (listChildren().length !== count) await setTimeout(10);
  return listChildren();
};

const writeSpeech = (): string =>
  files.write(
    buildWav(buildChannel(6, [[0.5, speak("slt", "I will call you next week about the roof.")]])),
  );

speechTest(
  "a process that is killed is started again, and the file is transcribed once",
  async (t) => {
    const { transcribe } = createSpeechPool({ log, crashDelaysMs, idleMs: 0 });
    const running = transcribe("org", writeSpeech(), signal, ignore);
    const [first] = await awaitChildren(1);
    process.kill(first!, "SIGKILL");
    const { utterances } = await running;
    t.is(utterances.length, 1);
    t.regex(utterances[0]!.text, /next week/);
    await awaitChildren(0);
  },
);

speechTest("an abort ends the process at once", async (t) => {
  const { transcribe } = createSpeechPool({ log, crashDelaysMs });
  const stopping = new AbortController();
  const running = transcribe("org", writeSpeech(), stopping.signal, {
    onProgress: () => stopping.abort(new Error("the server stops")),
  });
  await t.throwsAsync(running, { message: "the server stops" });
  await awaitChildren(0);
  t.pass();
});

speechTest("an idle process stays for the next file, and then ends", async (t) => {
  const { transcribe } = createSpeechPool({ log, crashDelaysMs, idleMs: 500 });
  await transcribe("org", writeSpeech(), signal, ignore);
  const [first] = listChildren();
  t.not(first, undefined);
  await transcribe("org", writeSpeech(), signal, ignore);
  t.deepEqual(listChildren(), [first!]);
  await awaitChildren(0);
});

speechTest("a file that ends the process three times isn't tried again", async (t) => {
  // Less than Node itself needs.
  const { transcribe } = createSpeechPool({ log, crashDelaysMs, maxResidentBytes: 1024 ** 2 });
  await t.throwsAsync(transcribe("org", writeSpeech(), signal, ignore), {
    instanceOf: UnanalyzableError,
    message: /ended early each time/,
  });
  await awaitChildren(0);
});

speechTest("a process that is silent for too long is ended", async (t) => {
  const { transcribe } = createSpeechPool({ log, crashDelaysMs: [], stallMs: 1 });
  await t.throwsAsync(transcribe("org", writeSpeech(), signal, ignore), {
    instanceOf: UnanalyzableError,
  });
  await awaitChildren(0);
});

speechTest("organizations take turns", async (t) => {
  const { runInTurn, transcribe } = createSpeechPool({ log, crashDelaysMs, idleMs: 0 });
  const path = writeSpeech();
  const order: string[] = [];
  const run = async (organizationId: string): Promise<void> => {
    const work = async () => transcribe(organizationId, path, signal, ignore);
    await runInTurn(organizationId, work, signal);
    order.push(organizationId);
  };
  await Promise.all([...Array.from({ length: 4 }, async () => run("busy")), run("other")]);
  t.deepEqual(order, ["busy", "other", "busy", "busy", "busy"]);
  await awaitChildren(0);
});
