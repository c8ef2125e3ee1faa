// Prints a CPU profile by package and by function. Arguments: the file, and the number of functions (30).
// Counts a function's own time, without the functions it calls.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

interface Node {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
  children?: number[];
}

interface Profile {
  nodes: Node[];
  samples: number[];
  timeDeltas: number[];
}

const IDLE = new Set(["(idle)", "(root)"]);

const fileOf = (url: string): string =>
  url.startsWith("file:") ? relative(".", fileURLToPath(url)) : url;

/** Returns the package of a script, or debrief's own folder. */
const ownerOf = ({ callFrame: { functionName, url } }: Node): string => {
  if (url === "") return functionName.startsWith("(") ? functionName : "native";
  if (url.startsWith("node:")) return url.split("/").slice(0, 2).join("/");
  const file = fileOf(url);
  const installed = file.split("node_modules/").at(-1)!;
  if (installed === file) return file.split("/").slice(0, 2).join("/");
  return installed
    .split("/")
    .slice(0, installed.startsWith("@") ? 2 : 1)
    .join("/");
};

const nameOf = ({ callFrame: { functionName, url, lineNumber } }: Node): string =>
  `${functionName || "(anonymous)"}  ${fileOf(url).replace(/.*node_modules\//, "")}${url && `:${lineNumber + 1}`}`;

const [file, most = "30"] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: profile.js <file.cpuprofile> [<functions>]");
  process.exit(2);
}
const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, "utf8")) as Profile;
const byId = new Map(nodes.map((node) => [node.id, node]));
const callerOf = new Map(
  nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
);

/** Built-in and native functions count together with their callers. */
const labelOf = (node: Node): string => {
  let label = nameOf(node);
  if (node.callFrame.url !== "" || node.callFrame.functionName.startsWith("(")) return label;
  const caller = byId.get(callerOf.get(node.id) ?? -1);
  if (caller) label += `<- ${nameOf(caller)}`;
  return label;
};

const owners = new Map<string, number>();
const functions = new Map<string, number>();
let total = 0;
for (const [index, id] of samples.entries()) {
  const node = byId.get(id)!;
  if (IDLE.has(node.callFrame.functionName)) continue;
  const us = timeDeltas[index]!;
  total += us;
  for (const [times, key] of [
    [owners, ownerOf(node)],
    [functions, labelOf(node)],
  ] as const)
    times.set(key, (times.get(key) ?? 0) + us);
}

const printTimes = (title: string, times: ReadonlyMap<string, number>): void => {
  console.log(`\n${title}`);
  for (const [name, us] of [...times].sort(([, a], [, b]) => b - a).slice(0, Number(most)))
    console.log(`${((100 * us) / total).toFixed(1).padStart(5)} %  ${name}`);
};

console.log(`${file}: ${(total / 1e6).toFixed(1)} s busy`);
printTimes("By package", owners);
printTimes("By function", functions);
