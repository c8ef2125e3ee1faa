// clients/typescript/src/schema.ts, from what `debrief openapi` prints. npm run client; with --check nothing is
// written, and what is out of date is told by the exit code.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

const FILE = "clients/typescript/src/schema.ts";
const NOTE = "// Made by npm run client from what debrief openapi prints; do not edit.\n";

// openapi-typescript asks for an API of TypeScript that version 7 does not have.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === "typescript" ? "typescript5" : specifier, context),
});
const { astToString, default: openapiTs } = await import("openapi-typescript");

const document = execFileSync(process.execPath, ["bin/debrief.js", "openapi"], {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
const text = NOTE + astToString(await openapiTs(document, { alphabetize: true }));
if (!process.argv.includes("--check")) writeFileSync(FILE, text);
else if (readFileSync(FILE, "utf8") !== text) {
  console.error(`${FILE} is not what debrief openapi says; run: npm run client`);
  process.exitCode = 1;
}
