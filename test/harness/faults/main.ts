// Runs checks that are too long for `npm test`, which has a short version of each:
// npm run test:faults -- [<section> …] [--seed n] [--scale 1] [--only n]
// Prints a line of figures for each section; a failed section prints its error, and the exit code
// is 1.
// `scale` multiplies the counts: 0.01 is a quick run. `only` repeats one numbered request of
// `malformed`.
import "reflect-metadata";
import { parseArgs } from "node:util";
import { killAllInstances } from "../crash/server-process.js";
import { sections } from "./sections.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    scale: { type: "string", default: "1" },
    only: { type: "string" },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(sections);
const unknownSection = names.find((name) => !(name in sections));
if (unknownSection !== undefined) {
  console.error(`no section "${unknownSection}"; there are ${Object.keys(sections).join(", ")}`);
  process.exit(2);
}
let [passed, failed] = [0, 0];
for (const name of names) {
  console.log(`${name}: seed ${values.seed}, scale ${values.scale}`);
  try {
    const figures = await sections[name]!({
      seed: Number(values.seed),
      scale: Number(values.scale),
      ...(values.only !== undefined && { only: Number(values.only) }),
    });
    console.log(`${name}: ${JSON.stringify(figures)}`);
    passed += 1;
  } catch (error) {
    console.error(`${name}:`, error);
    failed += 1;
  }
}
await killAllInstances();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
