import { runShapes } from "../shapes/run.js";
import type { SectionFigures, SectionOptions } from "./section.js";

/** Sends 50,000 well-formed requests to each endpoint, with valid and nearly valid values. */
export const shapes = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> =>
  runShapes({
    seed,
    count: Math.max(1, Math.round(50_000 * scale)),
    onEndpoint: (endpoint, figures) => console.log(`  ${endpoint}: ${figures}`),
  });
