import { write } from "../../db/engine/write.js";
import { startMeaningScan } from "../../db/organizations/meaning-scan.js";
import { createContext, type Services } from "../../graph/context/context.js";
import { upsertTracker } from "../../graph/trackers/mutations.js";

const PHRASES = [
  { name: "Insurance", phrases: ["insurance", "adjuster", "claim"] },
  { name: "Neighbors", phrases: ["neighbor", "neighbour", "next door"] },
];
const MEANINGS = new Set(["price_objection", "other_quotes", "asks_for_order", "next_step"]);

/** Creates trackers for the story's calls, and turns search by meaning on; without meanings, only trackers of phrases. */
export const createDemoTrackers = async (
  services: Services,
  organizationId: string,
): Promise<void> => {
  const context = createContext(services, { role: "internal", organizationId }, "demo");
  for (const input of PHRASES) await upsertTracker(context, input);
  const { trackers } = services;
  if (!trackers?.findsMeanings) return;
  for (const { concept, name } of trackers.ready)
    if (MEANINGS.has(concept)) await upsertTracker(context, { name, concept });
  await write(services.db, organizationId, (trx) => startMeaningScan(trx, organizationId));
};
