import { existsSync, readdirSync, readFileSync } from "node:fs";
import { getAssetKeys, getRawAsset, isSea } from "node:sea";
import { gunzipSync } from "node:zlib";

/** In the order in which they are preferred. */
export const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

/** A file in the forms in which it may be sent. */
export type Forms = Record<Encoding, Buffer>;

const INSIDE = "web/";
const suffixes: Record<Encoding, string> = { br: ".br", gzip: ".gz", identity: "" };

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

/** Each form is read when it is first asked for; what is only there compressed is unpacked. */
const formsOf = (name: string, has: ReadonlySet<string>, read: (name: string) => Buffer): Forms => {
  const kept = new Map<Encoding, Buffer>();
  const form = (encoding: Encoding): Buffer => {
    const known = kept.get(encoding) ?? find(encoding);
    kept.set(encoding, known);
    return known;
  };
  const find = (encoding: Encoding): Buffer => {
    const suffix = suffixes[encoding];
    if (has.has(name + suffix)) return read(name + suffix);
    return encoding === "identity" ? gunzipSync(form("gzip")) : form("identity");
  };
  return {
    get br() {
      return form("br");
    },
    get gzip() {
      return form("gzip");
    },
    get identity() {
      return form("identity");
    },
  };
};

/** The files of the console by their names, as scripts/web.ts wrote them; none where it never ran. */
export const readFiles = (): Map<string, Forms> => {
  const { names, read } = source();
  const has = new Set(names);
  const plain = new Set(names.map((name) => name.replace(/\.(br|gz)$/, "")));
  return new Map([...plain].map((name) => [name, formsOf(name, has, read)]));
};
