#!/usr/bin/env node
import { withNeededNode } from "./node.js";

await withNeededNode(async () => {
  const { start } = await import("../build/bundle/node/program/main.js").catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    console.error(`debrief is not built yet (${error.message}); run: npm run build`);
    process.exit(1);
  });
  await start(process.argv.slice(2));
});
