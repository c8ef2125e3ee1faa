import { runDocuments } from "../documents/run.js";
import type { SectionFigures, SectionOptions } from "./section.js";

/** Sends 50,000 random documents, valid for the schema, with each kind of credential. */
export const documents = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => ({
  ...(await runDocuments({ seed, count: Math.max(1, Math.round(50_000 * scale)) })),
});
