import { type InferenceSession, Tensor, type TypedTensor } from "onnxruntime-web/wasm";

/** The samples of one decision: 32 ms. */
export const FRAME_SAMPLES = 512;
/** The model also reads the end of the previous frame. */
const CONTEXT_SAMPLES = 64;
const STATE_SHAPE = [2, 1, 128];
const STATE_LENGTH = 256;
/** Below this mean square, -66 dB, a frame is silent, and the model needn't run. */
const SILENT_POWER = 2.5e-7;

const computePower = (frame: Float32Array): number => {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  return sum / frame.length;
};

/** Distinguishes speech from noise and silence, frame by frame, for one channel. */
export class VoiceDetector {
  readonly #model: InferenceSession;
  readonly #rate = new Tensor("int64", BigInt64Array.of(16_000n), []);
  readonly #input = new Float32Array(CONTEXT_SAMPLES + FRAME_SAMPLES);
  #state: TypedTensor<"float32"> = new Tensor(
    "float32",
    new Float32Array(STATE_LENGTH),
    STATE_SHAPE,
  );

  /** `model`: the session of silero-vad.onnx, which all channels may share. */
  constructor(model: InferenceSession) {
    this.#model = model;
  }

  /** Returns the probability of speech in the next frame. */
  async detect(frame: Float32Array): Promise<number> {
    const input = this.#input;
    input.copyWithin(0, FRAME_SAMPLES);
    input.set(frame, CONTEXT_SAMPLES);
    if (computePower(frame) < SILENT_POWER) return 0;
    const { output, stateN } = await this.#model.run({
      input: new Tensor("float32", input, [1, input.length]),
      state: this.#state,
      sr: this.#rate,
    });
    this.#state = stateN as TypedTensor<"float32">;
    return (output!.data as Float32Array)[0]!;
  }
}
