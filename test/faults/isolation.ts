import { attack } from "../isolation/attack.js";
import { startServer } from "../helpers/server.js";
import type { Figures, Run } from "./sections.js";

/** Twenty organizations, each of which asks for everything with the names of each other one. */
export const isolation = async ({ seed, scale }: Run): Promise<Figures> => {
  const server = await startServer();
  try {
    return { ...(await attack(server, { seed, count: Math.max(3, Math.round(20 * scale)) })) };
  } finally {
    await server.stop();
  }
};
