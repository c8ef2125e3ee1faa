// GSM 06.10 full rate (ETSI EN 300 961), in floating point: the last bit of a sample may differ from the standard's.

const FRAME_SAMPLES = 160;
const SUBFRAMES = 4;
const SUBFRAME_SAMPLES = 40;
const PULSES = 13;
/** The longest delay of the long-term predictor. */
const MAX_LAG = 120;
const MIN_LAG = 40;

const LAR_BITS = [6, 6, 5, 5, 4, 4, 3, 3];
const LAR_OFFSETS = [0, 0, 2_048, -2_560, 94, -1_792, -341, -1_144];
const LAR_MINIMA = [-32, -32, -16, -16, -8, -8, -4, -4];
const LAR_INVERSES = [13_107, 13_107, 13_107, 13_107, 19_223, 17_476, 31_454, 29_708];
const LTP_GAINS = [3_277, 11_469, 21_299, 32_767];
const PULSE_FACTORS = [18_431, 20_479, 22_527, 24_575, 26_623, 28_671, 30_719, 32_767];
const DE_EMPHASIS = 28_180 / 32_768;
/** The weight of the previous frame's filter in the first samples of a frame. */
const FILTER_FADES = [
  { samples: 13, previous: 0.75 },
  { samples: 14, previous: 0.5 },
  { samples: 13, previous: 0.25 },
  { samples: 120, previous: 0 },
];

/** Reads an unsigned number of so many bits. */
export type ReadBits = (count: number) => number;

/** Returns the size of a subframe's pulses: three bits of mantissa, three of exponent. */
const decodePulseScale = (code: number): number => {
  let exponent = code > 15 ? (code >> 3) - 1 : 0;
  let mantissa = code - (exponent << 3);
  if (mantissa === 0) return (PULSE_FACTORS[7]! / 8) * 2 ** (-4 - 6);
  while (mantissa <= 7) {
    mantissa = (mantissa << 1) | 1;
    exponent -= 1;
  }
  return (PULSE_FACTORS[mantissa - 8]! / 8) * 2 ** (exponent - 6);
};

const readLogAreas = (read: ReadBits): number[] =>
  LAR_BITS.map((bits, at) => {
    const value = (read(bits) + LAR_MINIMA[at]!) * 1_024 - LAR_OFFSETS[at]! * 2;
    return (value * LAR_INVERSES[at]!) / 16_384;
  });

/** Converts a logarithmic area ratio to a reflection coefficient. */
const toReflection = (logArea: number): number => {
  const size = Math.abs(logArea);
  const scaled =
    size < 11_059 ? size * 2 : size < 20_070 ? size + 11_059 : Math.min(32_767, size / 4 + 26_112);
  return (Math.sign(logArea) * scaled) / 32_768;
};

/** Decodes frames of one channel, at 8,000 samples per second. */
export class GsmDecoder {
  /** The excitation of the last MAX_LAG samples, then that of the current subframe. */
  readonly #excitation = new Float32Array(MAX_LAG + SUBFRAME_SAMPLES);
  readonly #lattice = new Float32Array(LAR_BITS.length + 1);
  #logAreas: number[] = LAR_BITS.map(() => 0);
  #lag = MIN_LAG;
  #last = 0;

  /** Decodes the frame that `read` is at to 160 samples of `target`, from `at` on. */
  decodeFrame(read: ReadBits, target: Float32Array, at: number): void {
    const logAreas = readLogAreas(read);
    const excitation = new Float32Array(FRAME_SAMPLES);
    for (let number = 0; number < SUBFRAMES; number += 1)
      excitation.set(this.#readSubframe(read), number * SUBFRAME_SAMPLES);
    let sample = 0;
    for (const { samples, previous } of FILTER_FADES) {
      const reflections = logAreas.map((area, order) =>
        toReflection(this.#logAreas[order]! * previous + area * (1 - previous)),
      );
      for (const end = sample + samples; sample < end; sample += 1)
        target[at + sample] = this.#synthesize(excitation[sample]!, reflections);
    }
    this.#logAreas = logAreas;
  }

  /** Adds a subframe's pulses to what its predictor repeats of the excitation before. */
  #readSubframe(read: ReadBits): Float32Array {
    const lag = read(7);
    if (lag >= MIN_LAG && lag <= MAX_LAG) this.#lag = lag;
    const gain = LTP_GAINS[read(2)]! / 32_768;
    const grid = read(2);
    const scale = decodePulseScale(read(6));
    const history = this.#excitation;
    history.copyWithin(0, SUBFRAME_SAMPLES);
    for (let at = MAX_LAG; at < history.length; at += 1)
      history[at] = gain * history[at - this.#lag]!;
    for (let pulse = 0; pulse < PULSES; pulse += 1)
      history[MAX_LAG + grid + 3 * pulse]! += (2 * read(3) - 7) * scale;
    return history.subarray(MAX_LAG);
  }

  #synthesize(excitation: number, reflections: readonly number[]): number {
    const lattice = this.#lattice;
    let value = excitation;
    for (let order = reflections.length - 1; order >= 0; order -= 1) {
      value -= reflections[order]! * lattice[order]!;
      lattice[order + 1] = lattice[order]! + reflections[order]! * value;
    }
    lattice[0] = value;
    this.#last = value + DE_EMPHASIS * this.#last;
    return Math.max(-1, Math.min(1, (this.#last * 2) / 32_768));
  }
}
