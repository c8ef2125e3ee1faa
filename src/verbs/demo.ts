import type { Verb } from "../verb.js";

export const demo: Verb = {
  usage: "demo",
  about: "serve a made-up organization from memory, and print curl lines to try",
  args: 0,
  configured: true,
  run: async ({ config }) => {
    const read = config();
    const { serveDemo } = await import("../demo/serve.js");
    await serveDemo(read);
  },
};
