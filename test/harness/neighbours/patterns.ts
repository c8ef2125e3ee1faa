import type { Pattern } from "./pattern.js";
import { answers } from "./patterns/answers.js";
import { credentials } from "./patterns/credentials.js";
import { crowds } from "./patterns/crowds.js";
import { documents } from "./patterns/documents.js";
import { files } from "./patterns/files.js";
import { outbound } from "./patterns/outbound.js";
import { reads } from "./patterns/reads.js";
import { writes } from "./patterns/writes.js";

/** Everything that a hostile tenant does, by name. */
export const patterns: Record<string, Pattern> = {
  ...documents,
  ...reads,
  ...writes,
  ...outbound,
  ...files,
  ...credentials,
  ...answers,
  ...crowds,
};
