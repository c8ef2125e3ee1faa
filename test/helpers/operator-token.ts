import "reflect-metadata";
import { issueToken } from "../../graph/organizations/keys.js";
import type { SharedServer } from "./server.js";

/** A new token of whoever runs the instance. */
export const issueOperatorToken = async ({ services }: SharedServer): Promise<string> =>
  issueToken(services.db, services, null);
