import { documents as ask } from "../documents/run.js";
import type { Figures, Run } from "./sections.js";

/** 50,000 random documents that are valid by the schema, as each kind of credential. */
export const documents = async ({ seed, scale }: Run): Promise<Figures> => ({
  ...(await ask({ seed, count: Math.max(1, Math.round(50_000 * scale)) })),
});
