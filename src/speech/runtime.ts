import * as ort from "onnxruntime-web/wasm";
import { loadModelFile, type ModelFileName } from "../base/models/model-files.js";

let isPrepared: Promise<void> | undefined;

const prepare = async (): Promise<void> => {
  ort.env.logLevel = "error";
  ort.env.wasm.numThreads = 1;
  const { buffer, byteOffset, byteLength } = await loadModelFile("onnxruntime.wasm");
  ort.env.wasm.wasmBinary = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
};

/** Loads a model for one thread. */
export const loadSession = async (name: ModelFileName): Promise<ort.InferenceSession> => {
  await (isPrepared ??= prepare());
  return ort.InferenceSession.create(await loadModelFile(name), { executionProviders: ["wasm"] });
};

export const createInts = (values: readonly number[]): ort.Tensor =>
  new ort.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
