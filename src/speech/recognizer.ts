import llamaTokenizer from "llama-tokenizer-js";
import { type InferenceSession, Tensor } from "onnxruntime-web/wasm";
import { MODEL_RATE } from "./resampler.js";
import { createInts, loadSession } from "./runtime.js";

// The shape of Moonshine tiny.
const LAYERS = 6;
const HEADS = 8;
const HEAD_SIZE = 36;
const BEGIN_TOKEN = 1;
const END_TOKEN = 2;
/** Faster than any person speaks; fast digits take about eight. */
const MAX_TOKENS_PER_SECOND = 14;
const MIN_MAX_TOKENS = 16;
/** People rarely say more tokens a second: beyond it, a repetition is the model's. */
const USUAL_TOKENS_PER_SECOND = 6.5;
const MAX_PERIOD_TOKENS = 12;
const MIN_REPETITIONS = 3;

/** The words in a piece of speech, and the model's confidence. */
export interface RecognizedText {
  text: string;
  tokenCount: number;
  /** The sum of the tokens' log probabilities; 0 is certain. */
  logProbability: number;
  /** Whether the model ended the text itself. */
  isComplete: boolean;
}

const CACHE_NAMES = Array.from({ length: LAYERS }, (_, layer) =>
  ["decoder", "encoder"].flatMap((side) =>
    ["key", "value"].map((kind) => `${layer}.${side}.${kind}`),
  ),
).flat();

/** Returns whether the last tokens repeat each other, which a model does that would never end. */
const endsInLoop = (tokens: readonly number[]): boolean => {
  for (let period = 1; period <= MAX_PERIOD_TOKENS; period += 1) {
    const from = tokens.length - period * MIN_REPETITIONS;
    if (from < 0) return false;
    let at = tokens.length - 1;
    while (at >= from + period && tokens[at] === tokens[at - period]) at -= 1;
    if (at < from + period) return true;
  }
  return false;
};

/** Finds the best token and its log probability. */
const chooseToken = (scores: Float32Array): { token: number; logProbability: number } => {
  let token = 0;
  for (let at = 1; at < scores.length; at += 1) if (scores[at]! > scores[token]!) token = at;
  const best = scores[token]!;
  let sum = 0;
  for (const score of scores) sum += Math.exp(score - best);
  return { token, logProbability: -Math.log(sum) };
};

const PRONOUN = /(?<![\p{L}\p{N}'’.-])i(?=[\s,?!]|['’](?:m|ve|ll|d)\b|$)/gu;

/** Decodes the model's tokens. */
export const toText = (tokens: readonly number[]): string =>
  llamaTokenizer
    .decode([BEGIN_TOKEN, ...tokens], true, true)
    .replaceAll("\0", "")
    // The model sometimes writes the pronoun as the letter.
    .replaceAll(PRONOUN, "I")
    .trim();

/** Turns speech into English text by Moonshine tiny. */
export class Recognizer {
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;

  private constructor(encoder: InferenceSession, decoder: InferenceSession) {
    this.#encoder = encoder;
    this.#decoder = decoder;
  }

  static async load(): Promise<Recognizer> {
    const encoder = await loadSession("moonshine-encoder.onnx");
    return new Recognizer(encoder, await loadSession("moonshine-decoder.onnx"));
  }

  /** `samples`: at MODEL_RATE, at most about 30 s. */
  async recognize(samples: Float32Array): Promise<RecognizedText> {
    const input = new Tensor("float32", samples, [1, samples.length]);
    const { last_hidden_state: hidden } = await this.#encoder.run({ input_values: input });
    const seconds = samples.length / MODEL_RATE;
    const maxTokens = Math.max(MIN_MAX_TOKENS, Math.ceil(seconds * MAX_TOKENS_PER_SECOND));
    const usualTokens = Math.ceil(seconds * USUAL_TOKENS_PER_SECOND);
    const empty = new Tensor("float32", new Float32Array(0), [0, HEADS, 1, HEAD_SIZE]);
    let cache = Object.fromEntries(CACHE_NAMES.map((name) => [name, empty as Tensor]));
    const tokens: number[] = [];
    let logProbability = 0;
    let last = BEGIN_TOKEN;
    while (tokens.length < maxTokens && !(tokens.length > usualTokens && endsInLoop(tokens))) {
      const isFirst = tokens.length === 0;
      const output = await this.#decoder.run({
        input_ids: createInts([last]),
        encoder_hidden_states: hidden!,
        use_cache_branch: new Tensor("bool", [!isFirst], [1]),
        ...Object.fromEntries(CACHE_NAMES.map((name) => [`past_key_values.${name}`, cache[name]!])),
      });
      const { data, dims } = output["logits"]!;
      const vocabularySize = dims.at(-1)!;
      const choice = chooseToken((data as Float32Array).subarray(data.length - vocabularySize));
      logProbability += choice.logProbability;
      last = choice.token;
      if (last === END_TOKEN)
        return {
          text: toText(tokens),
          tokenCount: tokens.length + 1,
          logProbability,
          isComplete: true,
        };
      tokens.push(last);
      // The encoder's outputs stay the same.
      const old = cache;
      cache = Object.fromEntries(
        CACHE_NAMES.map((name) => [
          name,
          isFirst || name.includes("decoder") ? output[`present.${name}`]! : old[name]!,
        ]),
      );
    }
    return { text: toText(tokens), tokenCount: tokens.length, logProbability, isComplete: false };
  }
}
