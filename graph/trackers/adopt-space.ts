import type { Db } from "../../db/engine/connect.js";
import { loadInstanceDefault, storeInstanceDefault } from "../../db/engine/instance-defaults.js";
import { transact, write } from "../../db/engine/write.js";
import { loadMeaningScan, startMeaningScan } from "../../db/organizations/meaning-scan.js";
import { listOrganizations } from "../../db/organizations/organization.js";
import { restartMeaningTrackers } from "../../db/trackers/trackers.js";

/** Under this name, the database remembers whose vectors its calls were last searched with. */
const NAME = "meaning space";

/**
 * If the model of meanings is another one than before, has all calls searched again for the trackers with a meaning, and
 * prepared again for search by meaning. `space`: of the model's vectors. Stored vectors of other models are replaced then.
 */
export const adoptSpace = async (db: Db, space: string): Promise<void> => {
  if (((await loadInstanceDefault(db, NAME)) ?? "") === space) return;
  for (const { id } of await listOrganizations(db))
    await write(db, id, async (trx) => {
      if ((await loadMeaningScan(trx, id)) !== null) await startMeaningScan(trx, id);
      await restartMeaningTrackers(trx, id);
    });
  // Last: a start that was killed begins again.
  await transact(db, async (trx) => storeInstanceDefault(trx, NAME, space));
};
