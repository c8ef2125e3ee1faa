import test from "ava";
import { createLog } from "../../src/base/log/log.js";
import { formatLogLine } from "../../src/base/config/open-log.js";

const formatLog = (write: (log: ReturnType<typeof createLog>) => void): string => {
  let text = "";
  write(createLog("trace", { write: (line) => void (text += formatLogLine(line)) }));
  return text;
};

test("a text line has the time, the level, the message and the fields", (t) => {
  const line = { requestId: "r-1", method: "GET", route: "/v1/users", status: 200, ms: 1.5 };
  t.regex(
    formatLog((log) => log.info(line, "request")),
    /^\d\d:\d\d:\d\d\.\d{3} INFO {2}request requestId=r-1 method=GET route=\/v1\/users status=200 ms=1\.5$/,
  );
});

test("an error's stack follows its line, indented", (t) => {
  const text = formatLog((log) => log.error({ err: new Error("no more disk") }, "request"));
  const [first, second, third] = text.split("\n");
  t.regex(first!, /ERROR request/);
  t.is(second, "    Error: no more disk");
  t.regex(third!, /^ {8}at /);
});

test("the causes of an error follow it, each indented below its effect", (t) => {
  const refused = Object.assign(new AggregateError([new Error("refused ::1")]), { code: "X" });
  const error = new Error("no analysis", { cause: new Error("no answer", { cause: refused }) });
  const lines = formatLog((log) => log.error({ err: error }, "failed"))
    .split("\n")
    .filter((line) => !/^ +at /.test(line));
  t.deepEqual(lines.slice(1), [
    "    Error: no analysis",
    "      caused by: Error: no answer",
    "        caused by: AggregateError",
    "          caused by: Error: refused ::1",
  ]);
});

test("logged input can't control the terminal or forge a line", (t) => {
  const hostile = "\u001b[2J\r\n12:00:00.000 INFO fine\u009b";
  const text = formatLog((log) => log.warn({ reason: hostile, err: new Error(hostile) }, hostile));
  // oxlint-disable-next-line no-control-regex
  t.notRegex(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  t.notRegex(text, /^12:00:00\.000 INFO fine/m);
});
