import { io, loadGraphModel, ready, setWasmPaths } from "@energetic-ai/core";
import { EmbeddingsModel, type Vocabulary } from "@energetic-ai/embeddings";
import { readModelFile } from "../base/models/model-files.js";

/** A sentence costs 10 ms in a batch of this size, and 30 ms alone. */
const BATCH_SENTENCES = 32;
/** The rest of a longer sentence isn't read: the cost grows with the square of the length. */
const MAX_CHARACTERS = 400;

const WEIGHTS = [
  "sentences-1",
  "sentences-2",
  "sentences-3",
  "sentences-4",
  "sentences-5",
  "sentences-6",
  "sentences-7",
] as const;

// The library starts as soon as it is loaded, and would look for the file beside itself.
const wasm = Buffer.from(readModelFile("tensorflow.wasm")).toString("base64");
const wasmUrl = `data:application/wasm;base64,${wasm}`;
setWasmPaths(
  {
    "tfjs-backend-wasm.wasm": wasmUrl,
    "tfjs-backend-wasm-simd.wasm": wasmUrl,
    "tfjs-backend-wasm-threaded-simd.wasm": wasmUrl,
  },
  true,
);

const readJson = (name: "sentences.json" | "sentences-vocabulary.json"): unknown =>
  JSON.parse(Buffer.from(readModelFile(name)).toString("utf8"));

/** Computes what sentences mean: the Universal Sentence Encoder, for English. */
export interface SentenceModel {
  /** Returns a vector of 512 numbers and of length 1 for each sentence, in order. */
  embed: (sentences: readonly string[]) => Promise<Float32Array[]>;
}

/** Loads the model, which takes half a second and 190 MB. */
export const loadSentenceModel = async (): Promise<SentenceModel> => {
  const { modelTopology, weightsManifest } = readJson("sentences.json") as {
    modelTopology: object;
    weightsManifest: [{ weights: object[] }];
  };
  const weights = Buffer.concat(WEIGHTS.map((name) => readModelFile(name)));
  await ready();
  const graph = await loadGraphModel(
    io.fromMemory({
      modelTopology,
      weightSpecs: weightsManifest[0].weights,
      weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length),
    }),
  );
  const vocabulary = readJson("sentences-vocabulary.json") as Vocabulary;
  const model = new EmbeddingsModel({ model: graph, vocabulary });
  return {
    embed: async (sentences) => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < sentences.length; at += BATCH_SENTENCES) {
        const batch = sentences.slice(at, at + BATCH_SENTENCES);
        // The model fails for an empty text.
        const texts = batch.map((text) => text.slice(0, MAX_CHARACTERS).trim() || ".");
        for (const vector of await model.embed(texts)) vectors.push(Float32Array.from(vector));
      }
      return vectors;
    },
  };
};
