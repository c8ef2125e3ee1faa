import { readFileSync } from "node:fs";
import test from "ava";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";

const OPERATIONS = new URL("../../../docs/operations.md", import.meta.url);
const ROW = /^\| .+ \(`(\w+)`\) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$/gm;

const toNumber = (text: string): number => Number(text.replaceAll(",", ""));

test("the operator's table lists every shared resource with its limits", (t) => {
  const rows = readFileSync(OPERATIONS, "utf8").matchAll(ROW);
  const documented = Object.fromEntries(
    [...rows].map(([, name, places, placesPerKey, waitingPerKey]) => [
      name,
      {
        places: toNumber(places!),
        placesPerKey: toNumber(placesPerKey!),
        waitingPerKey: toNumber(waitingPerKey!),
      },
    ]),
  );
  t.deepEqual(documented, SHARE_LIMITS);
});

/** A second model would take another core, and 500 or 300 MiB. Organizations have the one place in turns. */
const SINGLE_PLACES: ReadonlySet<string> = new Set(["meanings", "transcriptions"]);

test("no organization can hold all places of a resource that others use", (t) => {
  for (const [name, { places, placesPerKey }] of Object.entries(SHARE_LIMITS))
    if (!SINGLE_PLACES.has(name)) t.true(placesPerKey < places, name);
});

test("PostgreSQL's connections suffice for all changes and exports at once, and a read", (t) => {
  const { connections, changes, exports } = SHARE_LIMITS;
  t.true(changes.places + exports.places < connections.places);
});
