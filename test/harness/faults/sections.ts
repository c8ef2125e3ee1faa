import { disk } from "./disk.js";
import { documents } from "./documents.js";
import { isolation } from "./isolation.js";
import { kills } from "./kills.js";
import { malformed } from "./malformed.js";
import { model } from "./model.js";
import { power } from "./power.js";
import { shapes } from "./shapes.js";
import { slow } from "./slow.js";
import { soak } from "./soak.js";

/** What a section is run with: whatever is random comes of the seed, and counts are multiplied by the scale. */
export interface Run {
  seed: number;
  scale: number;
  /** The number of the only thing to try, in a section that numbers what it tries. */
  only?: number | undefined;
}

/** What was tried, by name. */
export type Figures = Record<string, number | string>;

/** By the names that `npm run test:faults` knows them by. Each throws what it finds. */
export const sections: Record<string, (run: Run) => Promise<Figures>> = {
  disk,
  documents,
  isolation,
  kills,
  malformed,
  model,
  power,
  shapes,
  slow,
  soak,
};
