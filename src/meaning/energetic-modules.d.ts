// What is used of these packages. Their own types need packages that they bundle.
declare module "@energetic-ai/core" {
  export interface GraphModel {
    dispose(): void;
  }
  interface IoHandler {
    load(): Promise<unknown>;
  }
  export const io: {
    fromMemory(artifacts: {
      modelTopology: object;
      weightSpecs: object[];
      weightData: ArrayBuffer;
    }): IoHandler;
  };
  export function loadGraphModel(handler: IoHandler): Promise<GraphModel>;
  /** Resolves when the backend has started. */
  export function ready(): Promise<void>;
  /** Must be called before the backend starts. */
  export function setWasmPaths(urls: Record<string, string>, usePlatformFetch: boolean): void;
}

declare module "@energetic-ai/embeddings" {
  import type { GraphModel } from "@energetic-ai/core";
  export type Vocabulary = [text: string, score: number][];
  export class EmbeddingsModel {
    constructor(data: { model: GraphModel; vocabulary: Vocabulary });
    embed(texts: string[]): Promise<number[][]>;
  }
}
