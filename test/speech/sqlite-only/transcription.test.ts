import test from "ava";
import { countWordErrors } from "../../../bench/speech/word-errors.js";
import type { UtteranceInput } from "../../../graph/recordings/transcript.js";
import { createEmbeddedTranscriber } from "../../../src/analyzer/embedded/index.js";
import { UnanalyzableError, type Audio } from "../../../src/analyzer/analyzer.js";
import {
  buildAudio,
  buildChannel,
  buildTone,
  buildTranscriberParts,
  buildUlawWav,
  buildWav,
  createSpeechDirectory,
  speak,
  speakAtRate,
  hasFlite,
} from "../../helpers/speech/speech.js";

const speechTest = hasFlite ? test.serial : test.serial.skip;
const files = createSpeechDirectory();
const percents: number[] = [];
const transcribe = createEmbeddedTranscriber(buildTranscriberParts(files.directory));
const { signal } = new AbortController();

test.after.always(() => files.remove());

const run = async (wav: Buffer, more: Partial<Audio> = {}): Promise<UtteranceInput[]> => {
  const { utterances } = await transcribe(
    buildAudio(files.write(wav), more),
    signal,
    async (work) => work(),
    (percent) => void percents.push(percent),
  );
  return utterances;
};

const rolesOf = (utterances: UtteranceInput[]) => utterances.map(({ role }) => role);
const textOf = (utterances: UtteranceInput[], role: UtteranceInput["role"]): string =>
  utterances
    .filter((utterance) => utterance.role === role)
    .map(({ text }) => text.toLowerCase())
    .join(" ");

/** Returns the milliseconds of a role. */
const lengthOf = (role: string, utterances: UtteranceInput[]): number =>
  utterances
    .filter((one) => one.role === role)
    .reduce((sum, { start, end }) => sum + end - start, 0);

/** A conversation of 20 s in which the client interrupts the rep. */
const buildConversation = () => {
  const rep = [
    speak("slt", "Good morning. How can I help you with your roof today?"),
    speak("slt", "Thank you. I will send the offer by Friday, and I will call you next week."),
  ] as const;
  const client = [
    speak("rms", "My house is twenty years old, and the gutters need to be replaced."),
    speak("rms", "That is very kind of you."),
  ] as const;
  return {
    rep: buildChannel(20, [
      [0.5, rep[0]],
      [10, rep[1]],
    ]),
    client: buildChannel(20, [
      [5, client[0]],
      [12, client[1]],
    ]),
  };
};

speechTest("a channel is a speaker, and what both say at once stays", async (t) => {
  const { rep, client } = buildConversation();
  const utterances = await run(buildWav(rep, client));
  t.deepEqual(rolesOf(utterances), ["rep", "client", "rep", "client"]);
  t.regex(textOf(utterances, "rep"), /good morning.*help you.*roof.*by friday.*call you next/);
  t.regex(textOf(utterances, "client"), /house is (twenty|20) years old.*gutters.*kind of you/);
  t.deepEqual(
    utterances.map(({ speaker }) => speaker),
    ["Rep", "Client", "Rep", "Client"],
  );
  const [greeting, , offer, thanks] = utterances as [
    UtteranceInput,
    UtteranceInput,
    UtteranceInput,
    UtteranceInput,
  ];
  t.true(Math.abs(greeting.start - 500) < 300, `${greeting.start}`);
  t.true(thanks.start > offer.start && thanks.start < offer.end);
  t.true(utterances.every(({ start, end }) => Number.isInteger(start) && Number.isInteger(end)));
  t.true(percents.some((percent) => percent > 50));
});

const NUMBER = "My number is oh three oh, one two three, four five six seven";

speechTest("a number that is said fast is heard, alone and in a call", async (t) => {
  const alone = await run(buildWav(buildChannel(4, [[0.3, speak("slt", `${NUMBER}.`, 0.6)]])));
  t.regex(textOf(alone, "other"), /^my number is/);
  const call = buildChannel(16, [
    [0.5, speak("rms", "Tuesday at nine is fine for me. Please send me the offer by mail.")],
    [8, speak("slt", `${NUMBER}, eight nine.`, 0.5)],
    [12, speak("rms", "Thank you very much, and have a nice day.")],
  ]);
  t.regex(textOf(await run(buildWav(call)), "other"), /offer by mail.*my number.*nice day/);
});

/** 32 words; voices that the model understands at their own speed. */
const FAST_SENTENCES = [
  ["slt", "The echo test has been completed."],
  ["awb", "Press seven to delete this message."],
  ["rms", "Press one to accept this recording. Otherwise, please continue to hold."],
  ["slt", "Press eight to forward the message to another user."],
] as const;

speechTest("speech of five words a second has less than one word in ten wrong", async (t) => {
  let wrong = 0;
  for (const [voice, text] of FAST_SENTENCES) {
    const speech = speakAtRate(voice, text, 5);
    const utterances = await run(buildWav(buildChannel(6, [[0.5, speech]])));
    wrong += countWordErrors(text, textOf(utterances, "other"));
    const spoken = speech.length / 16;
    const heard = lengthOf("other", utterances);
    t.true(Math.abs(heard - spoken) < 500, `${heard} of ${spoken} ms`);
  }
  t.true(wrong <= 3, `${wrong} of 32 words`);
});

speechTest("a call that is cut anywhere in a sentence is in English", async (t) => {
  const sentence = speak(
    "slt",
    "Hello, this is Robin. Can we come on Tuesday to measure the window?",
  );
  for (let seconds = 1.7; seconds * 16_000 < sentence.length; seconds += 0.7) {
    const cut = sentence.slice(0, Math.round(seconds * 16_000));
    const utterances = await run(buildWav(buildChannel(Math.ceil(seconds), [[0, cut]])));
    t.regex(textOf(utterances, "other"), /^hello, this is/, `${seconds} s`);
  }
});

speechTest("the rep may have the second channel", async (t) => {
  const { rep, client } = buildConversation();
  const utterances = await run(buildWav(client, rep), { repChannel: 1 });
  t.regex(textOf(utterances, "rep"), /by friday/);
  t.regex(textOf(utterances, "client"), /gutters/);
});

/** Counts the 10 ms in which there is sound. */
const countLoud = (samples: Int16Array): number => {
  let loud = 0;
  for (let at = 0; at < samples.length; at += 160)
    if (samples.subarray(at, at + 160).some((sample) => Math.abs(sample) > 300)) loud += 1;
  return loud;
};

speechTest("the talk ratio is that of the spoken samples within two points", async (t) => {
  const { rep, client } = buildConversation();
  const utterances = await run(buildWav(rep, client));
  const heard =
    lengthOf("rep", utterances) / (lengthOf("rep", utterances) + lengthOf("client", utterances));
  const spoken = countLoud(rep) / (countLoud(rep) + countLoud(client));
  t.true(Math.abs(heard - spoken) < 0.02, `${heard} ${spoken}`);
});

speechTest("one sound in both channels is mono, and so are calls on one channel", async (t) => {
  const { rep } = buildConversation();
  // A lossy codec changes samples a little.
  const almost = rep.map((sample, at) => sample * 0.9 + (at % 3) - 1);
  for (const wav of [buildWav(rep, almost), buildWav(rep)]) {
    const utterances = await run(wav);
    t.deepEqual(rolesOf(utterances), ["other", "other"]);
    t.is(utterances[0]!.speaker, "Speaker");
    t.regex(textOf(utterances, "other"), /by friday/);
  }
});

speechTest("telephone speech is understood: µ-law at 8 kHz", async (t) => {
  const { rep, client } = buildConversation();
  const utterances = await run(buildUlawWav(rep, client));
  t.deepEqual(rolesOf(utterances), ["rep", "client", "rep", "client"]);
  t.regex(textOf(utterances, "rep"), /help you.*by friday/);
});

speechTest(
  "a third channel is heard, with the role other, unless it repeats another one",
  async (t) => {
    const rep = buildChannel(9, [[0.5, speak("slt", "Can we come on Tuesday?")]]);
    const guest = buildChannel(9, [[4, speak("rms", "Please send me the offer by mail.")]]);
    const utterances = await run(buildWav(rep, buildChannel(9), guest));
    t.regex(textOf(utterances, "rep"), /tuesday/);
    t.regex(textOf(utterances, "other"), /offer by mail/);
    t.deepEqual(rolesOf(await run(buildWav(rep, buildChannel(9), rep))), ["rep"]);
    t.regex(
      textOf(await run(buildWav(...[1, 2].map(() => buildChannel(9)), guest)), "other"),
      /offer/,
    );
  },
);

/** Says what no text fits. */
const speakBackwards = (text: string) => speak("rms", text).toReversed();

speechTest("what is English of a call in another language is kept with the refusal", async (t) => {
  const call = buildChannel(30, [
    [0.5, speakBackwards("Can we come on Tuesday to measure the kitchen window of your house?")],
    [10, speakBackwards("Yes, Tuesday at nine is fine for me. Please send me the offer by mail.")],
    [20, speak("slt", "Please send me the offer by mail.")],
  ]);
  const error = await t.throwsAsync<UnanalyzableError>(run(buildWav(call)), {
    instanceOf: UnanalyzableError,
    message: "The recording isn't in English",
  });
  const { utterances = [], notices = [] } = error.understood ?? {};
  t.regex(textOf(utterances, "other"), /offer by mail/);
  t.true(utterances.every(({ start }) => start > 19_000));
  t.true(notices.some(({ kind }) => kind === "other_language"));
});

test.serial("silence and tones have no words", async (t) => {
  for (const channel of [buildChannel(20), buildTone(20, 440), buildTone(10, 1_000)]) {
    const error = await t.throwsAsync(run(buildWav(channel)), { instanceOf: UnanalyzableError });
    t.is(error.message, "The recording has no speech");
  }
});

test.serial(
  "a file with too many channels is refused, and so is one that no decoder reads",
  async (t) => {
    const channels = Array.from({ length: 9 }, () => buildChannel(1));
    await t.throwsAsync(run(buildWav(...channels)), {
      instanceOf: UnanalyzableError,
      message: "The recording has 9 channels; the maximum is 8",
    });
    const wma = buildWav(buildChannel(1));
    wma.writeUInt16LE(0x161, 20);
    await t.throwsAsync(run(wma), {
      instanceOf: UnanalyzableError,
      message: "The recording's audio can't be read: WAV format 353 isn't supported",
    });
  },
);
