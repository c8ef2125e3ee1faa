import test from "ava";
import { documents } from "./documents/run.js";
import { shapes } from "./shapes/run.js";
import { routes } from "../rest/routes.js";

// The short versions of npm run test:faults -- shapes documents.
const seed = 1;

test.serial(
  "whatever the values of a request are, its answer is one of the contract",
  async (t) => {
    t.log(`seed ${seed}`);
    const figures = await shapes({ seed, count: 20 });
    t.is(Object.keys(figures).length, routes.filter(({ upload }) => !upload).length);
  },
);

test.serial(
  "whatever a valid document asks for, it is answered by the schema, or refused unread",
  async (t) => {
    t.log(`seed ${seed}`);
    const { documents: asked, answered, compiled } = await documents({ seed, count: 120 });
    t.is(asked, 120);
    t.true(answered > 10 && compiled > 0, `${answered} answered, ${compiled} compiled`);
  },
);
