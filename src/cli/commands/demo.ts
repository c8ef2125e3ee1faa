import type { Command } from "../../base/config/command.js";

export const demo: Command = {
  usage: "demo",
  description: "serve a sample organization from memory",
  details:
    "Prints curl commands to try. Its webhooks may go to loopback addresses. Other commands can't reach its data: use the curl commands or the console.",
  requiredArgs: 0,
  takesSettings: true,
  run: async ({ readConfig }) => {
    const config = readConfig();
    const { serveDemo } = await import("../../demo/serve-demo.js");
    await serveDemo(config);
  },
};
