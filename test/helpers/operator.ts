import "reflect-metadata";
import { issueToken } from "../../graph/keys.js";
import type { TestServer } from "./server.js";

/** A new token of whoever runs the instance. */
export const operatorToken = async ({ services }: TestServer): Promise<string> =>
  issueToken(services.db, services, null);
