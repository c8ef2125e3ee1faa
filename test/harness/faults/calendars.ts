import { runCalendars } from "../calendars/run.js";
import type { SectionFigures, SectionOptions } from "./section.js";

/** Polls 200 calendars with one defect each. */
export const calendars = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> =>
  runCalendars({ seed, count: Math.max(1, Math.round(200 * scale)) });
