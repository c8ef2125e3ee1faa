import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  COMPRESSED,
  MODEL_FILES,
  type ModelFileName,
  resolveModelFile,
} from "../../src/base/models/model-files.js";

/** Weights are nearly random: unpacking them would only cost time. */
const MAX_SHARE = 0.8;

/** Lists the models of the packages. */
export const listModelFiles = (): string[] =>
  Object.keys(MODEL_FILES).map((name) => resolveModelFile(name as ModelFileName));

/** Lists the models to embed: the paths by asset name. Compresses those that get smaller, in `directory`. */
export const packModelFiles = (directory: string): Record<string, string> => {
  mkdirSync(directory, { recursive: true });
  return Object.fromEntries(
    Object.keys(MODEL_FILES).map((name) => {
      const path = resolveModelFile(name as ModelFileName);
      const bytes = readFileSync(path);
      const packed = gzipSync(bytes, { level: 9 });
      if (packed.length > bytes.length * MAX_SHARE) return [name, path];
      const file = join(directory, name + COMPRESSED);
      writeFileSync(file, packed);
      return [name + COMPRESSED, file];
    }),
  );
};
