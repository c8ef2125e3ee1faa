import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { parseSync } from "oxc-parser";
import { GRAPH_FLOOR, ROOMS } from "./table.js";

/** Larger import cycles can't be understood room by room. */
const MAX_KNOT_ROOMS = 2;

/** Folders that a newcomer reads from top to bottom, with how many entries each may have. */
const MAX_ENTRIES = { src: 16, "graph/core": 15 };

/** A file and a file that it imports, by their paths in the repository. */
export type Import = readonly [from: string, to: string];

const listSpecifiers = (file: string): string[] => {
  const text = readFileSync(file, "utf8");
  const { module } = parseSync(file, text);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      text.slice(start + 1, end - 1),
    ),
  ];
};

/** Lists the imports between files of the layers. */
export const listImports = (): Import[] =>
  globSync(`{${Object.keys(ROOMS).join(",")},rest}/**/*.ts`).flatMap((file) =>
    listSpecifiers(file)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier): Import => [
        file,
        normalize(join(dirname(file), specifier)).replace(/\.js$/, ".ts"),
      ]),
  );

const splitPath = (file: string): [layer: string, room: string] => {
  const [layer, room] = file.split("/");
  return [layer!, room!];
};

/** Lists imports that the table doesn't allow, and unused table entries. */
const listWrongRooms = (imports: readonly Import[]): string[] => {
  const needed = new Set<string>();
  const problems: string[] = [];
  for (const [from, to] of imports) {
    const [[layer, room], [target, targetRoom]] = [splitPath(from), splitPath(to)];
    const allowed = ROOMS[layer]?.[room];
    if (layer !== target || room === targetRoom || !(layer in ROOMS)) continue;
    needed.add(`${layer}/${room} ${targetRoom}`);
    if (!allowed?.includes(targetRoom))
      problems.push(`${from} imports ${to}: ${layer}/${room} may not import ${targetRoom}`);
  }
  for (const [layer, rooms] of Object.entries(ROOMS))
    for (const [room, allowed] of Object.entries(rooms))
      for (const other of allowed)
        if (!needed.has(`${layer}/${room} ${other}`) && !GRAPH_FLOOR.includes(other))
          problems.push(`${layer}/${room} doesn't import ${other}: remove it from the table`);
  return problems;
};

/** Returns the folders that each folder reaches by imports. */
const listReached = (imports: readonly Import[]): Map<string, Set<string>> => {
  const reached = new Map<string, Set<string>>();
  for (const [from, to] of imports) {
    const [folder, target] = [dirname(from), dirname(to)];
    if (folder !== target) reached.set(folder, (reached.get(folder) ?? new Set()).add(target));
  }
  for (const over of reached.keys())
    for (const targets of reached.values())
      if (targets.has(over)) for (const target of reached.get(over)!) targets.add(target);
  return reached;
};

/** Returns whether a file is in a folder of its layer: a file beside these folders may import all of them. */
const isInFolder = (file: string): boolean => dirname(file).includes("/");

/** Lists groups of folders that all reach each other. */
export const listKnots = (imports: readonly Import[]): string[][] => {
  const reached = listReached(imports.filter((files) => files.every(isInFolder)));
  const knots = [...reached].map(([folder, targets]) =>
    [...targets].filter((target) => reached.get(target)?.has(folder)).toSorted(),
  );
  return [...new Map(knots.map((knot) => [knot.join(" "), knot])).values()].filter(
    ({ length }) => length > 1,
  );
};

/** Lists the folders that have more entries than `limits` allows. */
export const listFullFolders = (limits: Readonly<Record<string, number>>): string[] =>
  Object.entries(limits).flatMap(([folder, limit]) => {
    const { length } = readdirSync(folder);
    return length > limit ? [`${folder} has ${length} entries, more than ${limit}`] : [];
  });

/** Lists the violations of the room rules. */
export const listRoomProblems = (imports: readonly Import[]): string[] => [
  ...listFullFolders(MAX_ENTRIES),
  ...listWrongRooms(imports),
  ...listKnots(imports)
    .filter(({ length }) => length > MAX_KNOT_ROOMS)
    .map((knot) => `these folders import each other in a circle: ${knot.join(", ")}`),
];
