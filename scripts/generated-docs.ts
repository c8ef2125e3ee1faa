// Writes the generated tables into the documents, between their marker comments.
import "reflect-metadata";
import { readFileSync, writeFileSync } from "node:fs";
import { GENERATED_DOCS, writeGeneratedParts } from "./docs/generated-docs.js";

for (const [file, parts] of Object.entries(GENERATED_DOCS))
  writeFileSync(file, writeGeneratedParts(readFileSync(file, "utf8"), parts));
