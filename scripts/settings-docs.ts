// Writes the settings table into docs/operations.md, between the two marker comments.
import { readFileSync, writeFileSync } from "node:fs";
import { formatSettingsMarkdown } from "../src/config/settings-markdown.js";

const FILE = "docs/operations.md";
const MARKED = /(?<=<!-- settings: [^\n]*\n\n).*(?=<!-- end of settings -->)/s;

writeFileSync(FILE, readFileSync(FILE, "utf8").replace(MARKED, `${formatSettingsMarkdown()}\n\n`));
