#!/usr/bin/env node
import { onNeededNode } from "./node.js";

// Libraries, GraphQL first, check themselves at every step unless they are told that this is no development.
process.env.NODE_ENV ??= "production";

await onNeededNode(async () => {
  const { main } = await import("../build/src/main.js").catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    console.error(`debrief is not built yet (${error.message}); run: npm run build`);
    process.exit(1);
  });
  await main(process.argv.slice(2));
});
