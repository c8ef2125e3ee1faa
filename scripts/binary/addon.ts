// Replaces better-sqlite3's search for its addon on disk in the bundles.
import { getRawAsset } from "node:sea";
import { isMainThread } from "node:worker_threads";

declare module "node:vfs" {
  // In Node 26.10, but not yet in its types.
  interface VirtualFileSystem {
    readonly mountPoint: string;
    mount(): void;
    unmount(): void;
  }
}

/** The addon's SONAME and the asset's name, which must be equal. */
export const ADDON = "better_sqlite3.node";

const loadAddon = (file: string): object => {
  const module = { exports: {} };
  process.dlopen(module, file);
  return module.exports;
};

/** Loads the addon from a virtual file system, that is from anonymous memory: nothing is written to disk. */
const loadAddonAsset = (): object => {
  const volume = process.getBuiltinModule("node:vfs").create({ emitExperimentalWarning: false });
  volume.writeFileSync(`/${ADDON}`, Buffer.from(getRawAsset(ADDON)));
  volume.mount();
  try {
    return loadAddon(`${volume.mountPoint}/${ADDON}`);
  } finally {
    volume.unmount();
  }
};

let addon: object | undefined;

/**
 * Returns the addon, shared by all threads. With a second copy of SQLite in the process, a file closed by one copy
 * would lose the locks of the other (POSIX). So another thread loads the existing copy by its name.
 */
export const getBinding = (): object =>
  (addon ??= isMainThread ? loadAddonAsset() : loadAddon(ADDON));
