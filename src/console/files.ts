import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { getAssetKeys, getRawAsset, isSea } from "node:sea";

/** In the order in which they are preferred. */
export const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

/** A file in the forms in which it may be sent. */
export type Forms = Record<Encoding, Buffer>;

const INSIDE = "web/";
const suffixes: Record<string, Encoding> = { ".br": "br", ".gz": "gzip" };

// The single executable has no folder: the files are inside.
const source = (): { names: string[]; read: (name: string) => Buffer } => {
  if (isSea())
    return {
      names: getAssetKeys().flatMap((key) =>
        key.startsWith(INSIDE) ? [key.slice(INSIDE.length)] : [],
      ),
      read: (name) => Buffer.from(getRawAsset(INSIDE + name)),
    };
  const directory = new URL("../../web/", import.meta.url);
  return {
    names: existsSync(directory) ? readdirSync(directory) : [],
    read: (name) => readFileSync(new URL(name, directory)),
  };
};

/** The files of the console by their names, as scripts/web.ts wrote them; none where it never ran. */
export const readFiles = (): Map<string, Forms> => {
  const { names, read } = source();
  const files = new Map<string, Forms>();
  for (const name of names) {
    const suffix = extname(name);
    const encoding = suffixes[suffix] ?? "identity";
    const plain = suffixes[suffix] ? name.slice(0, -suffix.length) : name;
    const content = read(name);
    const forms = files.get(plain) ?? { br: content, gzip: content, identity: content };
    files.set(plain, { ...forms, [encoding]: content });
  }
  return files;
};
