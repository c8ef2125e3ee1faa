import test from "ava";
import { runDocuments } from "../harness/documents/run.js";
import { runShapes } from "../harness/shapes/run.js";
import { restRoutes } from "../../rest/routes.js";

// The short versions of npm run test:faults -- shapes documents.
const seed = 1;

test.serial("every well-formed request gets a response of the contract", async (t) => {
  t.log(`seed ${seed}`);
  const figures = await runShapes({ seed, count: 20 });
  t.is(Object.keys(figures).length, restRoutes.filter(({ isUpload }) => !isUpload).length);
});

test.serial(
  "every valid document is answered by the schema or refused before any read",
  async (t) => {
    t.log(`seed ${seed}`);
    const { documents: asked, answered, compiled } = await runDocuments({ seed, count: 120 });
    t.is(asked, 120);
    t.true(answered > 10 && compiled > 0, `${answered} answered, ${compiled} compiled`);
  },
);
