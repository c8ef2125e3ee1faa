import test from "ava";
import { escapeControls } from "../../src/base/log/escape-controls.js";

test("what controls a terminal is escaped as in JSON, and lines stay", (t) => {
  t.is(
    escapeControls("a\u001B[31m\u009Bb\u202Ec\u0007\u007F\r\uFEFF"),
    String.raw`a\u001b[31m\u009bb\u202ec\u0007\u007f\u000d\ufeff`,
  );
  const harmless = "Überall 🎙 \tone\ntwo “three”";
  t.is(escapeControls(harmless), harmless);
});
