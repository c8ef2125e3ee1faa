// Runs the program with another lease: node serve.js <milliseconds>
import "reflect-metadata";
import { readConfig } from "../../../src/base/config/config.js";
import { serveUntilSignal } from "../../../src/cli/serve.js";

process.umask(0o077);
await serveUntilSignal(readConfig({}), Number(process.argv[2]));
