import { attackOrganizations } from "../isolation/attack.js";
import { startServer } from "../../helpers/server.js";
import type { SectionFigures, SectionOptions } from "./section.js";

/** Twenty organizations; each requests everything with the IDs and names of each other one. */
export const isolation = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  const server = await startServer();
  try {
    return {
      ...(await attackOrganizations(server, { seed, count: Math.max(3, Math.round(20 * scale)) })),
    };
  } finally {
    await server.stop();
  }
};
