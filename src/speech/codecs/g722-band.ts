import { saturate } from "./saturate.js";

const ZEROS = 6;

const hasSameSign = (one: number, other: number): boolean => one < 0 === other < 0;

/** The adaptive predictor of a band of G.722: two poles and six zeros (ITU-T G.722, block 4). */
export class BandPredictor {
  /** The prediction of the next sample. */
  prediction = 0;
  #zeroPrediction = 0;
  readonly #poles = [0, 0, 0];
  readonly #zeros = new Int32Array(ZEROS + 1);
  readonly #differences = new Int32Array(ZEROS + 1);
  readonly #reconstructed = [0, 0, 0];
  readonly #partial = [0, 0, 0];

  /** Adapts to the quantized difference between the sample and its prediction. */
  adapt(difference: number): void {
    this.#differences[0] = difference;
    this.#reconstructed[0] = saturate(this.prediction + difference);
    this.#partial[0] = saturate(this.#zeroPrediction + difference);
    this.#adaptPoles();
    this.#adaptZeros();
    this.#predict();
  }

  #adaptPoles(): void {
    const [now, before, earlier] = this.#partial as [number, number, number];
    const [, first, second] = this.#poles as [number, number, number];
    const scaled = saturate(first * 4);
    const turned = Math.min(32_767, hasSameSign(now, before) ? -scaled : scaled);
    const step = (hasSameSign(now, earlier) ? 128 : -128) + (turned >> 7);
    const nextSecond = Math.max(-12_288, Math.min(12_288, step + ((second * 32_512) >> 15)));
    const limit = saturate(15_360 - nextSecond);
    const drift = saturate((hasSameSign(now, before) ? 192 : -192) + ((first * 32_640) >> 15));
    this.#poles[1] = Math.max(-limit, Math.min(limit, drift));
    this.#poles[2] = nextSecond;
    this.#partial[2] = before;
    this.#partial[1] = now;
  }

  #adaptZeros(): void {
    const differences = this.#differences;
    const step = differences[0] === 0 ? 0 : 128;
    for (let index = ZEROS; index > 0; index -= 1) {
      const sign = hasSameSign(differences[index]!, differences[0]!) ? step : -step;
      this.#zeros[index] = saturate(sign + ((this.#zeros[index]! * 32_640) >> 15));
    }
    differences.copyWithin(1, 0, ZEROS);
    this.#reconstructed[2] = this.#reconstructed[1]!;
    this.#reconstructed[1] = this.#reconstructed[0]!;
  }

  #predict(): void {
    let poles = 0;
    for (const index of [1, 2])
      poles += (this.#poles[index]! * saturate(2 * this.#reconstructed[index]!)) >> 15;
    let zeros = 0;
    for (let index = ZEROS; index > 0; index -= 1)
      zeros += (this.#zeros[index]! * saturate(2 * this.#differences[index]!)) >> 15;
    this.#zeroPrediction = saturate(zeros);
    this.prediction = saturate(saturate(poles) + this.#zeroPrediction);
  }
}
