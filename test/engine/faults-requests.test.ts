import { isKeyOnly } from "../helpers/rest/key-only-routes.js";
import test from "ava";
import { runDocuments } from "../harness/documents/run.js";
import { runShapes } from "../harness/shapes/run.js";
import { restRoutes } from "../../rest/routes/index.js";

// Short versions of npm run test:faults -- shapes documents.
const seed = 1;

test.serial("every well-formed request gets a response that fits the contract", async (t) => {
  t.log(`seed ${seed}`);
  const figures = await runShapes({ seed, count: 20 });
  t.is(
    Object.keys(figures).length,
    restRoutes.filter((route) => !route.isUpload && !isKeyOnly(route)).length,
  );
});

test.serial("every valid GraphQL document is executed or refused before any read", async (t) => {
  t.log(`seed ${seed}`);
  const { documents: documentCount, answered, compiled } = await runDocuments({ seed, count: 120 });
  t.is(documentCount, 120);
  t.true(answered > 10 && compiled > 0, `${answered} answered, ${compiled} compiled`);
});
