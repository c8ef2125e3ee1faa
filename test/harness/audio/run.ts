import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { detectMediaType } from "../../../src/media/media-type.js";
import { measureDuration } from "../../../src/speech/measure-duration.js";
import { buildId3, buildJunk, type Heard, hearFile } from "../../helpers/speech/irregular-audio.js";
import { SeededRandom } from "../documents/seeded-random.js";
import { convert, type Format, FORMATS, probe, writeSound } from "./sounds.js";

/** The energy of a tenth of a second with the tone. */
const LOUD = 0.0005;
/** Where a tone may be: encoders and lost frames of unknown number shift it. */
const SHIFT_TENTHS = 4;
const GAP_MARGIN_MS = 500;
/** Without its head, such as the 4 KB of a Vorbis stream, a stream can't be read. ffmpeg adds 8 KB to that of FLAC. */
const MAX_HEAD_BYTES = 5_000;
const MAX_FLAC_HEAD_BYTES = 9_000;
/** What an encoder adds to a file: a block of ADPCM, or the delay and the last frame of MP3, at 8 kHz. */
const MAX_ENCODER_SECONDS = 0.26;
/** A damaged frame, and what is rounded to frames. */
const MAX_DAMAGE_SECONDS = 0.15;
/** Between the duration at arrival and what is heard, for each joined file. */
const MAX_DIFFERENCE_SECONDS = 0.13;
/** What a gap of unknown length may stand for: two pages of Ogg. */
const MAX_UNKNOWN_SECONDS = 2.1;

interface Case {
  bytes: Buffer;
  /** When each tone begins. */
  tones: number[];
  seconds: number;
  /** How many files are joined. */
  parts: number;
  /** What may look like lost frames. */
  junkBytes: number;
  /** What precedes the first part. */
  prefixBytes: number;
  /** Where the file is damaged or ends, in bytes from the start of its first part; undefined if it is whole. */
  damagedAt?: number;
  isDamaged: boolean;
  isCut: boolean;
  steps: string[];
}

const shift = ({ tones, seconds }: Case): number[] => tones.map((tone) => tone + seconds);

const addJunk = ({ bytes, junkBytes, prefixBytes }: Case, junk: Buffer, at = 0): Partial<Case> => ({
  bytes: Buffer.concat([bytes.subarray(0, at), junk, bytes.subarray(at)]),
  junkBytes: junkBytes + junk.length,
  prefixBytes: prefixBytes + (at === 0 ? junk.length : 0),
});

/** What may happen to a file. */
const STEPS: Record<
  string,
  {
    fits: (format: Format) => boolean;
    apply: (one: Case, random: SeededRandom) => Partial<Case>;
  }
> = {
  join: {
    fits: ({ joins = false }) => joins,
    // What was junk before the file is damage between two.
    apply: (one) => ({
      isDamaged: one.steps.some((step) => step !== "tag"),
      bytes: Buffer.concat([one.bytes, one.bytes]),
      tones: [...one.tones, ...shift(one)],
      seconds: one.seconds * 2,
      parts: one.parts * 2,
    }),
  },
  zeros: {
    fits: ({ isStream = false }) => isStream,
    apply: (one, random) => addJunk(one, Buffer.alloc(1 + random.below(5_000))),
  },
  junk: {
    fits: ({ isStream = false }) => isStream,
    apply: (one, random) => addJunk(one, buildJunk(1 + random.below(5_000), random.below(1e6))),
  },
  tag: {
    fits: () => true,
    apply: ({ bytes, prefixBytes }, random) => {
      const tag = buildId3(random.below(100_000));
      return { bytes: Buffer.concat([tag, bytes]), prefixBytes: prefixBytes + tag.length };
    },
  },
  insert: {
    fits: ({ name }) => !/MP4|M4A|WAV|RF64/.test(name),
    apply: (one, random) => {
      const at = Math.floor(one.bytes.length * (0.2 + random.below(60) / 100));
      const junk = buildJunk(1 + random.below(300), random.below(1e6));
      return { ...addJunk(one, junk, at), isDamaged: true, damagedAt: at - one.prefixBytes };
    },
  },
  overwrite: {
    fits: ({ showsDamage = false }) => showsDamage,
    apply: ({ bytes, prefixBytes }, random) => {
      const copy = Buffer.from(bytes);
      const at = Math.floor(bytes.length * (0.2 + random.below(60) / 100));
      buildJunk(1 + random.below(300), random.below(1e6)).copy(copy, at);
      return { bytes: copy, isDamaged: true, damagedAt: at - prefixBytes };
    },
  },
  cut: {
    // Without the tables at its end, nobody can read it; a live WAV states no length.
    fits: ({ name }) => !/^(?:M4A|.* in MP4|live WAV)$/.test(name),
    apply: ({ bytes, steps, prefixBytes }, random) => {
      const share = (steps.length > 0 ? 0.95 : 0.4) + random.below(5) / 100;
      let length = Math.floor(bytes.length * share);
      // A whole last frame isn't seen to be the last.
      while (bytes[length] === 0xff) length -= 1;
      return { bytes: bytes.subarray(0, length), isCut: true, damagedAt: length - prefixBytes };
    },
  },
};

const isHeard = ({ levels }: Heard, tone: number): boolean => {
  const first = Math.round(tone * 10) - SHIFT_TENTHS;
  return levels
    .slice(Math.max(0, first), first + 2 * SHIFT_TENTHS + 5)
    .some((level) => level > LOUD);
};

const isMarked = ({ gaps }: Heard, tone: number): boolean =>
  gaps.some(({ kind, start, end }) =>
    kind === "audio_ended_early"
      ? tone * 1000 > start - GAP_MARGIN_MS
      : tone * 1000 > start - GAP_MARGIN_MS && tone * 1000 < end + GAP_MARGIN_MS,
  );

const secondsPerByte = ({ bytes, seconds, parts, junkBytes }: Case): number =>
  seconds / (bytes.length - parts * junkBytes);

/** Returns what is wrong with a case. */
const findProblems = async (one: Case, format: Format, path: string): Promise<string[]> => {
  const problems: string[] = [];
  if ((await detectMediaType(one.bytes.subarray(0, 65_536))) === undefined)
    problems.push("not accepted");
  const measured = await measureDuration(path);
  const headBytes = format.name.includes("FLAC") ? MAX_FLAC_HEAD_BYTES : MAX_HEAD_BYTES;
  const isHeadDamaged = one.damagedAt !== undefined && one.damagedAt < headBytes;
  if (measured === undefined && isHeadDamaged) return [];
  if (measured === undefined) return [...problems, "no duration"];
  const heard = await hearFile(path);
  if (Math.abs(measured - heard.seconds) > MAX_DIFFERENCE_SECONDS * one.parts)
    problems.push(`measured ${measured}, heard ${heard.seconds}`);
  const unknown = heard.gaps.filter(({ start, end }) => start === end);
  const extra = heard.seconds - one.seconds;
  const most =
    MAX_ENCODER_SECONDS * one.parts +
    (one.isDamaged ? MAX_DAMAGE_SECONDS + secondsPerByte(one) * one.junkBytes : 0);
  const least = MAX_UNKNOWN_SECONDS * unknown.length + MAX_ENCODER_SECONDS * one.parts;
  if (!one.isCut && (extra > most || -extra > least))
    problems.push(`heard ${heard.seconds}, sound ${one.seconds}`);
  // The length of a gap may be unknown: all that follows is then earlier or later.
  const [gap] = heard.gaps;
  const move = (tone: number): number =>
    gap && !one.isCut && tone * 1000 > gap.start ? tone + extra : tone;
  const lost = one.tones
    .map(move)
    .filter((tone) => !isHeard(heard, tone) && !isMarked(heard, tone));
  if (lost.length > 0) problems.push(`nothing at ${lost.join()}: ${JSON.stringify(heard.gaps)}`);
  if (!one.isCut && !one.isDamaged && heard.gaps.length > 0)
    problems.push(`gaps without damage: ${JSON.stringify(heard.gaps)}`);
  const probed = one.steps.length === 0 ? probe(path) : undefined;
  // Of these, ffprobe estimates the duration by the bit rate.
  const isEstimate = /ADTS|ADPCM|without Xing/.test(format.name);
  if (probed !== undefined && !isEstimate && Math.abs(probed - measured) > 0.1)
    problems.push(`measured ${measured}, ffprobe ${probed}`);
  return problems;
};

/** Cuts, joins, prefixes and damages files. @throws with the cases in which speech is lost without a sign */
export const runAudio = async ({
  seed,
  count,
}: {
  seed: number;
  count: number;
}): Promise<{ cases: number; formats: number }> => {
  const random = new SeededRandom(seed);
  const directory = mkdtempSync(join(tmpdir(), "debrief-audio-"));
  const failures: string[] = [];
  try {
    for (let number = 0; number < count; number += 1) {
      const format = FORMATS[number % FORMATS.length]!;
      const seconds = 2 + random.below(25);
      const sound = writeSound(directory, seconds, random.below(2) === 0);
      const tones = Array.from({ length: seconds }, (_, at) => at);
      const one: Case = {
        bytes: convert(sound, format),
        tones,
        seconds,
        parts: 1,
        junkBytes: 0,
        prefixBytes: 0,
        isDamaged: false,
        isCut: false,
        steps: [],
      };
      const fitting = Object.entries(STEPS).filter(([, { fits }]) => fits(format));
      // The first of each format is good.
      for (let step = number < FORMATS.length ? 0 : 1 + random.below(2); step > 0; step -= 1) {
        const [name, { apply }] = fitting[random.below(fitting.length)]!;
        if (!one.isCut && !one.isDamaged)
          Object.assign(one, apply(one, random), { steps: [...one.steps, name] });
      }
      const path = join(directory, "file");
      writeFileSync(path, one.bytes);
      const problems = await findProblems(one, format, path).catch((error: unknown) => [
        String(error),
      ]);
      const label = `${number} ${format.name}, ${seconds} s, ${one.steps.join(" + ")}`;
      failures.push(...problems.map((problem) => `${label}: ${problem}`));
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
  return { cases: count, formats: FORMATS.length };
};
