// In the bundles this stands in for better-sqlite3's search for its addon on disk.
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

/** What the addon calls itself (its SONAME); the asset has the same name. */
export const ADDON = "better_sqlite3.node";

const loadAddon = (file: string): object => {
  const module = { exports: {} };
  process.dlopen(module, file);
  return module.exports;
};

/** An addon in a virtual file system is loaded from anonymous memory: nothing is written anywhere. */
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
 * The addon, one for all threads. Loaded twice, there would be two SQLites in the process, and what one
 * closes takes away the locks that the other has on the same file. So another thread asks for the one
 * that is loaded, by its name.
 */
export const getBinding = (): object =>
  (addon ??= isMainThread ? loadAddonAsset() : loadAddon(ADDON));
