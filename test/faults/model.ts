import { startPostgres } from "../helpers/postgres.js";
import { sequences } from "../model/sequences.js";
import { Side } from "../model/sides.js";
import type { Figures, Run } from "./sections.js";

/** 5,000 random sequences of commands over both surfaces and both databases, beside a model of the contract. */
export const model = async ({ seed, scale }: Run): Promise<Figures> => {
  const postgres = await startPostgres();
  const sides: Side[] = [];
  try {
    sides.push(
      await Side.start("SQLite"),
      await Side.start("PostgreSQL", postgres.url("postgres")),
    );
    const count = Math.max(1, Math.round(5_000 * scale));
    return { ...(await sequences(sides, { seed, count })) };
  } finally {
    for (const side of sides) await side.stop();
    await postgres.stop();
  }
};
