import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runMaintenance } from "../maintenance/run-maintenance.js";
import type { SectionFigures, SectionOptions } from "./section.js";

const COMMANDS = 200;
const MIN_COMMANDS = 4;

/**
 * Runs an operator's commands in random order beside a busy server: doctor, backup, export, import, retention,
 * migrate and restore. `scale` multiplies their number.
 */
export const maintenance = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  const root = mkdtempSync(join(tmpdir(), "debrief-maintenance-"));
  try {
    const count = Math.max(MIN_COMMANDS, Math.round(COMMANDS * scale));
    const { counts, acknowledged } = await runMaintenance(root, { seed, count });
    return { ...counts, acknowledged };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};
