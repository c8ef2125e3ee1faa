import { findAnySealedSecret } from "../../db/organizations/api-keys.js";
import { findKeyInFile } from "../backup/sqlite-files.js";
import { canUnseal } from "../backup/can-unseal.js";
import type { Check } from "./check.js";

/** Checks that the key of the signing secrets exists and opens them. */
export const secretKeyCheck: Check = {
  name: "secret key",
  run: async ({ db, config, file }) => {
    const sealed = await findAnySealedSecret(db);
    if (sealed === undefined) return [];
    if (config.secretKey !== undefined)
      return canUnseal(config.secretKey, sealed)
        ? []
        : [
            {
              message: "DEBRIEF_SECRET_KEY is not the key of this database; set the right one",
              fix: "export DEBRIEF_SECRET_KEY=<the key>",
              repaired: false,
            },
          ];
    const key = file === undefined ? undefined : findKeyInFile(`${file}.key`);
    if (key !== undefined && canUnseal(key, sealed)) return [];
    const message =
      key === undefined
        ? `no key in ${file}.key`
        : `the key in ${file}.key is not the key of this database`;
    return [{ message, fix: "debrief restore --key-only <your newest backup>", repaired: false }];
  },
};
