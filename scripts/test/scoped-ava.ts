// Stands in for ava where files share a process: run-files.ts resolves a file's "ava" to it.
import { findScopedFile } from "./run-files.js";

export default findScopedFile(import.meta.url)!.buildTestFunction();
