import type { Command } from "../../base/config/command.js";

export const serve: Command = {
  usage: "serve",
  description: "serve the API (/v1 and /graphql) and the console",
  requiredArgs: 0,
  takesSettings: true,
  run: async ({ readConfig }) => {
    const config = readConfig();
    const { serveUntilSignal } = await import("../serve.js");
    await serveUntilSignal(config);
  },
};
