import { anySealedSecret } from "../../db/keys.js";
import { keyIn } from "../backup/files.js";
import { opens } from "../backup/key.js";
import type { Check } from "../checks.js";

/** The key that the signing secrets are sealed under is there, and is the one. */
export const secretKey: Check = {
  name: "secret key",
  run: async ({ db, config, file }) => {
    const sealed = await anySealedSecret(db);
    if (sealed === undefined) return [];
    if (config.secretKey !== undefined)
      return opens(config.secretKey, sealed)
        ? []
        : [
            {
              message:
                "DEBRIEF_SECRET_KEY is not the key that this database was written with; set that one",
              mend: "export DEBRIEF_SECRET_KEY=<the key>",
              repaired: false,
            },
          ];
    const key = file === undefined ? undefined : keyIn(`${file}.key`);
    if (key !== undefined && opens(key, sealed)) return [];
    const message =
      key === undefined
        ? `there is no key in ${file}.key`
        : `the key in ${file}.key is not the one that this database was written with`;
    return [{ message, mend: "debrief restore --key <your newest backup>", repaired: false }];
  },
};
