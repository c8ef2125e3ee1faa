import { audio } from "./audio.js";
import { calendars } from "./calendars.js";
import { clock } from "./clock.js";
import { disk } from "./disk.js";
import { documents } from "./documents.js";
import { isolation } from "./isolation.js";
import { kills } from "./kills.js";
import { maintenance } from "./maintenance.js";
import { malformed } from "./malformed.js";
import { model } from "./model.js";
import { neighbours } from "./neighbours.js";
import { power } from "./power.js";
import { shapes } from "./shapes.js";
import { slow } from "./slow.js";
import { soak } from "./soak.js";
import type { RunSection } from "./section.js";

/** The sections by the names that `npm run test:faults` accepts. Each throws its findings. */
export const sections: Record<string, RunSection> = {
  audio,
  calendars,
  clock,
  disk,
  documents,
  isolation,
  kills,
  maintenance,
  malformed,
  model,
  neighbours,
  power,
  shapes,
  slow,
  soak,
};
