import { postgresUrl } from "./database.js";

// A test file that imports this needs a database, but shows nothing that could differ between the
// two: test/run.ts runs it over SQLite only.
if (postgresUrl !== undefined) throw new Error("this file is run over SQLite only");
