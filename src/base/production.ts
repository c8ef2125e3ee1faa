import { setFlagsFromString } from "node:v8";

// Must be the first import: libraries, above all GraphQL, add development checks unless NODE_ENV is set when they load.
process.env["NODE_ENV"] ??= "production";

// By default, V8 lets the heap grow to five times the memory in use before it frees large texts: with responses of 13
// MB, the process used up to 1.4 GiB.
setFlagsFromString("--heap-growing-percent=100");
