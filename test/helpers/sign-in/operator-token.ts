import "reflect-metadata";
import { issueToken } from "../../../graph/organizations/keys.js";
import type { SharedServer } from "../server.js";

/** Issues an operator token. */
export const issueOperatorToken = async ({ services }: SharedServer): Promise<string> =>
  issueToken(services.db, services, null);
