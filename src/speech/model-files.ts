import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { getRawAsset, isSea } from "node:sea";
import { join } from "node:path";

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

/** Loads a model: from the single executable, or from node_modules. */
export const loadModelFile = async (name: ModelFileName): Promise<Uint8Array> =>
  isSea() ? new Uint8Array(getRawAsset(name)) : readFile(resolveModelFile(name));
