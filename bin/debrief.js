#!/usr/bin/env node
// Plain JavaScript that any Node can read: on an old one the program itself does not even link.
const major = Number(process.versions.node.split(".")[0]);
if (major < 26) {
  console.error(
    `debrief needs Node 26, this is ${process.version}. "npm ci" installs it; npm and npx use it: npx debrief help`,
  );
  process.exit(1);
}
const { main } = await import("../build/src/main.js").catch((error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error(`debrief is not built yet (${error.message}); run: npm run build`);
  process.exit(1);
});
await main(process.argv.slice(2));
