import test from "ava";
import { createRequestForms, FORM_MEMORY_MS } from "../../src/analyzer/ai/request-forms.js";

const createForms = () => {
  const clock = { time: 0 };
  const begin = createRequestForms(["full", "simpler", "simplest"], () => clock.time);
  return { clock, begin };
};

test("a request whose forms are all refused has no further one, and the next one begins in full", (t) => {
  const { begin } = createForms();
  const first = begin("a");
  first.onRefused();
  first.onAccepted();
  const second = begin("a");
  t.is(second.form, "simpler");
  t.true(second.onRefused());
  t.is(second.form, "simplest");
  t.false(second.onRefused());
  t.is(second.form, "simplest");
  t.is(begin("a").form, "full");
});

test("failures of the simplest form change nothing", (t) => {
  const { begin } = createForms();
  const forms = begin("a");
  for (let failure = 0; failure < 9; failure += 1) forms.onFailed();
  t.is(forms.form, "simplest");
});

test("success with the full form ends the suspicion of a failed request", (t) => {
  const { begin } = createForms();
  for (let round = 0; round < 3; round += 1) {
    const failing = begin("a");
    t.is(failing.form, "full");
    failing.onFailed();
    failing.onFailed();
    failing.onAccepted();
    begin("a").onAccepted();
  }
});

test("a remembered form isn't remembered for longer by its use", (t) => {
  const { clock, begin } = createForms();
  const refused = begin("a");
  refused.onRefused();
  refused.onAccepted();
  clock.time = FORM_MEMORY_MS - 1;
  begin("a").onAccepted();
  t.is(begin("a").form, "simpler");
  t.is(begin("b").form, "full");
  clock.time += 1;
  t.is(begin("a").form, "full");
});
