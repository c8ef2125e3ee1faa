import { existsSync, readdirSync, readFileSync } from "node:fs";
import { getAssetKeys, getRawAsset, isSea } from "node:sea";
import { gunzipSync } from "node:zlib";

/** In order of preference. */
export const encodings = ["br", "gzip", "identity"] as const;
type Encoding = (typeof encodings)[number];

/** A file in each content encoding. */
export type EncodedFile = Record<Encoding, Buffer>;

const ASSET_PREFIX = "web/";
const suffixes: Record<Encoding, string> = { br: ".br", gzip: ".gz", identity: "" };

// The single executable holds the files as assets.
const openSource = (): { names: string[]; read: (name: string) => Buffer } => {
  if (isSea())
    return {
      names: getAssetKeys().flatMap((key) =>
        key.startsWith(ASSET_PREFIX) ? [key.slice(ASSET_PREFIX.length)] : [],
      ),
      read: (name) => Buffer.from(getRawAsset(ASSET_PREFIX + name)),
    };
  const directory = new URL("../../../web/", import.meta.url);
  return {
    names: existsSync(directory) ? readdirSync(directory) : [],
    read: (name) => readFileSync(new URL(name, directory)),
  };
};

/** Reads each encoding on first access, and decompresses if only a compressed file exists. */
const createEncodedFile = (
  name: string,
  existing: ReadonlySet<string>,
  read: (name: string) => Buffer,
): EncodedFile => {
  const cache = new Map<Encoding, Buffer>();
  const encode = (encoding: Encoding): Buffer => {
    const content = cache.get(encoding) ?? load(encoding);
    cache.set(encoding, content);
    return content;
  };
  const load = (encoding: Encoding): Buffer => {
    const suffix = suffixes[encoding];
    if (existing.has(name + suffix)) return read(name + suffix);
    return encoding === "identity" ? gunzipSync(encode("gzip")) : encode("identity");
  };
  return {
    get br() {
      return encode("br");
    },
    get gzip() {
      return encode("gzip");
    },
    get identity() {
      return encode("identity");
    },
  };
};

/** Reads the console's files by name, as scripts/web.ts wrote them; empty if it never ran. */
export const readConsoleFiles = (): Map<string, EncodedFile> => {
  const { names, read } = openSource();
  const existing = new Set(names);
  const plainNames = new Set(names.map((name) => name.replace(/\.(br|gz)$/, "")));
  return new Map([...plainNames].map((name) => [name, createEncodedFile(name, existing, read)]));
};
