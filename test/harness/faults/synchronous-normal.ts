// Preloaded into the server, which then runs with synchronous=NORMAL but reads back FULL.
import Database, { type Database as Connection } from "better-sqlite3";

const { prototype } = Database as unknown as { prototype: Connection };
// oxlint-disable-next-line typescript/unbound-method
const originalPragma = prototype.pragma;
prototype.pragma = function pragma(this: Connection, text, options) {
  if (text === "synchronous") return 2;
  return originalPragma.call(
    this,
    text === "synchronous = FULL" ? "synchronous = NORMAL" : text,
    options,
  );
};
