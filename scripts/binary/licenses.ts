import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
// The last form: a bundle lists the licences of its sources in a separate file.
const LICENSE = /^(licen[cs]e|copying|notice)|-es-bundle\.js\.LICENSE\.txt$/i;

const readLicenseTexts = (directory: string): string[] =>
  readdirSync(directory)
    .filter((file) => LICENSE.test(file))
    .map((file) => readFileSync(join(directory, file), "utf8").trim());

const buildEntry = (directory: string): string => {
  const { name, version, license } = JSON.parse(
    readFileSync(join(directory, "package.json"), "utf8"),
  ) as Record<string, string>;
  const texts = readLicenseTexts(directory);
  // Some packages name their licence without including its text.
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
};

/** Reads Node's licence, which covers all its built-in parts. The file is in Node's package, or beside bin/. */
const readNodeLicense = (): string => {
  const file = resolve(process.execPath, "../../LICENSE");
  if (!existsSync(file)) throw new Error(`Node's licence is missing: ${file}`);
  return `Node.js ${process.version}\n\n${readFileSync(file, "utf8").trim()}`;
};

/** Builds the licence text of debrief, the packages that the files belong to, and Node. */
export const buildLicenses = (files: readonly string[]): string => {
  const directories = new Set(files.flatMap((file) => PACKAGE.exec(file) ?? []));
  const parts = [...directories].map(buildEntry).toSorted();
  const own = readFileSync("LICENSE", "utf8").trim();
  return [`debrief\n\n${own}`, ...parts, readNodeLicense()].join(`\n\n${"-".repeat(80)}\n\n`);
};
