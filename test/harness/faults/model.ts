import { startPostgres } from "../../helpers/engine/postgres.js";
import { runSequences } from "../model/sequences.js";
import { ServerSide } from "../model/server-side.js";
import type { SectionFigures, SectionOptions } from "./section.js";

/**
 * Runs 5,000 random command sequences over both APIs and both databases, next to a model of the
 * contract.
 */
export const model = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  const postgres = await startPostgres();
  const sides: ServerSide[] = [];
  try {
    sides.push(
      await ServerSide.start("SQLite"),
      await ServerSide.start("PostgreSQL", postgres.url("postgres")),
    );
    const count = Math.max(1, Math.round(5_000 * scale));
    return { ...(await runSequences(sides, { seed, count })) };
  } finally {
    for (const side of sides) await side.stop();
    await postgres.stop();
  }
};
