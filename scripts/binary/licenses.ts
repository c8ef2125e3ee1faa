import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
// A bundle names what it was made of in a file of its own.
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
  // Some packages name their licence and leave its text out.
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
};

/** Node's own, which names all that is built into it: in its package, or beside bin/ in its archive. */
const readNodeLicense = (): string => {
  const file = resolve(process.execPath, "../../LICENSE");
  if (!existsSync(file)) throw new Error(`the licence of Node is not at ${file}`);
  return `Node.js ${process.version}\n\n${readFileSync(file, "utf8").trim()}`;
};

/** The licences of the packages that the files are of, of Node, and of debrief itself. */
export const buildLicenses = (files: readonly string[]): string => {
  const directories = new Set(files.flatMap((file) => PACKAGE.exec(file) ?? []));
  const parts = [...directories].map(buildEntry).toSorted();
  const own = readFileSync("LICENSE", "utf8").trim();
  return [`debrief\n\n${own}`, ...parts, readNodeLicense()].join(`\n\n${"-".repeat(80)}\n\n`);
};
