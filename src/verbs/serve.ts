import type { Verb } from "../verb.js";

export const serve: Verb = {
  usage: "serve",
  about: "serve /v1 and /graphql",
  args: 0,
  configured: true,
  run: async ({ config }) => {
    const read = config();
    const { serveUntilSignal } = await import("../serving.js");
    await serveUntilSignal(read);
  },
};
