import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, join } from "node:path";
import { runSpeechChild, startSpeechChild } from "../src/analyzer/embedded/speech-child.js";
import {
  buildChannel,
  buildWav,
  createSpeechDirectory,
  speak,
} from "../test/helpers/speech/speech.js";
import { formatRow, formatRule } from "./shared/table.js";
import { measureApiBeside } from "./speech/api-beside.js";
import { type Sample, speakPrompts, speedUp } from "./speech/fast-speech.js";
import { PROMPTS } from "./speech/prompts.js";
import { countWordErrors, toWords } from "./speech/word-errors.js";

// Word errors and CPU time of the transcription on Debian's pocketsphinx-testdata, asterisk-core-sounds-en-wav, and
// voices of flite, also sped up; and how many Spanish and French prompts are refused. One process transcribes all files.

const LIBRIVOX = "/usr/share/pocketsphinx/test/data/librivox";
const SOUNDS = "/usr/share/asterisk/sounds";
const ENGLISH = join(SOUNDS, "en_US_f_Allison");
const FOREIGN = { Spanish: join(SOUNDS, "es_MX_f_Allison"), French: join(SOUNDS, "fr_CA_f_June") };
/** Two seconds and more: shorter prompts are single words. */
const MIN_FOREIGN_BYTES = 48_000;
const MAX_FOREIGN_FILES = 50;
const FAST_WORDS_PER_SECOND = 5;
const CLOCK_TICK_MS = 10;

for (const path of [LIBRIVOX, ENGLISH, ...Object.values(FOREIGN)])
  if (!existsSync(path))
    throw new Error(
      `${path} is missing: apt-get install flite sox pocketsphinx-testdata asterisk-core-sounds-{en,es,fr}-wav`,
    );

const child = startSpeechChild();
const limits = { maxResidentBytes: 2 ** 40, stallMs: 600_000 };
const { signal } = new AbortController();

const readCpuMs = (): number => {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
};
const readPeakMib = (): number =>
  Math.round(
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1024,
  );
/** Of 16-bit PCM. */
const readSeconds = (path: string): number => {
  const wav = readFileSync(path);
  return (wav.length - 44) / wav.readUInt32LE(28);
};

const transcribe = async (path: string): Promise<string> => {
  const { utterances } = await runSpeechChild(child, path, limits, signal, {});
  return utterances.map(({ text }) => text).join(" ");
};

const measure = async (name: string, samples: readonly Sample[]): Promise<(number | string)[]> => {
  const began = { cpu: readCpuMs(), at: performance.now() };
  let [errors, words, seconds] = [0, 0, 0];
  for (const { path, text } of samples) {
    // A refused file has all its words wrong.
    const heard = await transcribe(path).catch(() => "");
    const wrong = text === "" ? 0 : countWordErrors(text, heard);
    if (wrong > 0) console.error(`${wrong} ${basename(path)}: ${heard}`);
    errors += wrong;
    words += toWords(text).length;
    seconds += readSeconds(path);
  }
  const cpuSeconds = (readCpuMs() - began.cpu) / 1000;
  const realSeconds = (performance.now() - began.at) / 1000;
  return [
    name,
    samples.length,
    words || "",
    words ? `${((errors / words) * 100).toFixed(1)} %` : "",
    seconds.toFixed(0),
    (seconds / cpuSeconds).toFixed(1),
    (seconds / realSeconds).toFixed(1),
    readPeakMib(),
  ];
};

const countRefused = async (directory: string): Promise<string> => {
  const paths = readdirSync(directory)
    .map((name) => join(directory, name))
    .filter((path) => path.endsWith(".wav") && readFileSync(path).length > MIN_FOREIGN_BYTES)
    .slice(0, MAX_FOREIGN_FILES);
  let refused = 0;
  for (const path of paths)
    await transcribe(path).then(
      (text) => console.error(`not refused: ${basename(path)}: ${text}`),
      () => (refused += 1),
    );
  return `${refused} of ${paths.length}`;
};

/** Builds a call of ten minutes in which two voices alternate, with pauses. */
const buildLongCall = (): Buffer => {
  const rep = speak(
    "slt",
    "I will send you the offer for the new roof by Friday, with all the figures that we talked about.",
  );
  const client = speak(
    "rms",
    "My house is twenty years old, and the gutters need to be replaced before the winter.",
  );
  const turns = Array.from({ length: 40 }, (_, at) => at * 15);
  return buildWav(
    buildChannel(
      600,
      turns.map((at) => [at, rep] as const),
    ),
    buildChannel(
      600,
      turns.map((at) => [at + 7.5, client] as const),
    ),
  );
};

const readLibrivox = (): Sample[] =>
  readFileSync(join(LIBRIVOX, "transcription"), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, text, name] = /^<s> (.*) <\/s> \((.*)\)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ path: join(LIBRIVOX, `${name}.wav`), text: text! }];
    });

const prompts = Object.entries(PROMPTS).map(([name, text]) => ({
  path: join(ENGLISH, `${name}.wav`),
  text,
}));
const files = createSpeechDirectory();
const columns = [
  "speech",
  "files",
  "words",
  "word errors",
  "seconds",
  "× real time by CPU",
  "by the clock",
  "peak RSS, MiB",
];
try {
  // The models load with the first file.
  await transcribe(prompts[0]!.path);
  console.log(`${cpus()[0]!.model}, ${cpus().length} cores, Node ${process.version}\n`);
  console.log([formatRow(columns), formatRule(columns)].join("\n"));
  console.log(formatRow(await measure("read, 16 kHz", readLibrivox())));
  console.log(formatRow(await measure("prompts, 8 kHz", prompts)));
  const { directory, write } = files;
  const fast = speedUp(prompts, FAST_WORDS_PER_SECOND, directory);
  console.log(formatRow(await measure("prompts, 5 words a second", fast)));
  console.log(formatRow(await measure("flite", speakPrompts(write))));
  const fastVoices = speakPrompts(write, FAST_WORDS_PER_SECOND);
  console.log(formatRow(await measure("flite, 5 words a second", fastVoices)));
  const long = { path: files.write(buildLongCall()), text: "" };
  console.log(formatRow(await measure("call, stereo, 16 kHz, generated", [long])));
  for (const [language, directory] of Object.entries(FOREIGN))
    console.log(`\n${language} prompts refused: ${await countRefused(directory)}`);
  console.log("\np99 of lists of /v1 in ms, alone → beside a transcription, three rounds:");
  for (const { quiet, beside } of await measureApiBeside(new Uint8Array(buildLongCall())))
    console.log(`${quiet.toFixed(1)} → ${beside.toFixed(1)}`);
} finally {
  child.kill();
  files.remove();
}
