import { runShapes as ask } from "../shapes/run.js";
import type { SectionFigures, SectionOptions } from "./section.js";

/** 50,000 requests for each endpoint that are well-formed, and whose values are right or nearly so. */
export const shapes = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> =>
  ask({
    seed,
    count: Math.max(1, Math.round(50_000 * scale)),
    told: (endpoint, figures) => console.log(`  ${endpoint}: ${figures}`),
  });
