import { loadSignInsByUserIds } from "../../db/sign-in/accounts.js";
import { loadKeyTeams } from "../../db/sign-in/named-keys.js";
import { createManyLoader, createOneLoader } from "../context/loaders.js";

export const signInLoader = createOneLoader(loadSignInsByUserIds, (row) => row.userId);
export const keyTeamsLoader = createManyLoader(loadKeyTeams, (row) => row.keyId);
