import { MODEL_FILES, type ModelFileName, resolveModelFile } from "../../src/speech/model-files.js";

/** Lists the models to embed: the paths by the names under which the program loads them. */
export const listModelFiles = (): Record<string, string> =>
  Object.fromEntries(
    Object.keys(MODEL_FILES).map((name) => [name, resolveModelFile(name as ModelFileName)]),
  );
