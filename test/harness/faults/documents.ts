import { runDocuments as ask } from "../documents/run.js";
import type { SectionFigures, SectionOptions } from "./section.js";

/** 50,000 random documents that are valid by the schema, as each kind of credential. */
export const documents = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => ({
  ...(await ask({ seed, count: Math.max(1, Math.round(50_000 * scale)) })),
});
