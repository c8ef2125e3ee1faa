import { listSealedSecrets, type SealedSecret } from "../../../db/organizations/api-keys.js";
import { findKeyInFile } from "../backup/sqlite-files.js";
import { canUnseal } from "../backup/can-unseal.js";
import type { Check, CheckInput, CheckProblem } from "./check.js";

const buildWrongKeyProblem = (
  { config, file }: CheckInput,
  key: string | undefined,
): CheckProblem => {
  if (config.secretKey !== undefined)
    return {
      message: "DEBRIEF_SECRET_KEY is not the key of this database; set the right one",
      fix: "export DEBRIEF_SECRET_KEY=<the key>",
      repaired: false,
    };
  const message =
    key === undefined
      ? `no key in ${file}.key`
      : `the key in ${file}.key is not the key of this database`;
  return { message, fix: "debrief restore --key-only <your newest backup>", repaired: false };
};

/** Describes one secret that another key sealed. */
const buildUnreadableProblem = ({ organizationId, webhookId, url }: SealedSecret): CheckProblem =>
  webhookId === null
    ? {
        organization: organizationId,
        message:
          "the organization's signing secret cannot be opened; the command replaces its API key too",
        fix: `debrief key refresh ${organizationId}`,
        repaired: false,
      }
    : {
        organization: organizationId,
        message: `the signing secret of webhook ${webhookId} (${url}) cannot be opened; rotate it in the console or run the mutation`,
        fix: `curl <PUBLIC_URL>/graphql -H "Authorization: Bearer <internal token>" -H "Content-Type: application/json" -d '{"query": "mutation { rotateWebhookSecret(id: \\"${webhookId}\\") { signingSecret } }"}'`,
        repaired: false,
      };

/** Checks that the key of the signing secrets exists and opens each of them. */
export const secretKeyCheck: Check = {
  name: "secret key",
  run: async (input) => {
    const { db, config, file } = input;
    const secrets = await listSealedSecrets(db);
    if (secrets.length === 0) return [];
    const key = config.secretKey ?? (file === undefined ? undefined : findKeyInFile(`${file}.key`));
    const unreadable = secrets.filter(({ sealed }) => key === undefined || !canUnseal(key, sealed));
    // If the key opens some secrets, it is the right one, and another key sealed the others.
    return unreadable.length === secrets.length
      ? [buildWrongKeyProblem(input, key)]
      : unreadable.map((secret) => buildUnreadableProblem(secret));
  },
};
