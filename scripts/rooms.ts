// Checks what the rooms of src, graph and db import, type-only imports included: npm run lint.
import { listImports, listKnots, listRoomProblems } from "./rooms/check-rooms.js";

const imports = listImports();
const problems = listRoomProblems(imports);
for (const problem of problems) console.error(problem);
for (const knot of listKnots(imports)) console.log(`import each other: ${knot.join(", ")}`);
if (problems.length > 0) process.exitCode = 1;
