import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { invalidField } from "../../../graph/core/errors.js";

/** The files that a table names. */
export interface TableFiles {
  /** Returns the path of a regular file inside the folder. @throws INVALID_FIELD for any other */
  resolve: (field: string, name: string) => Promise<string>;
}

const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/** Restricts a table's files to a folder, because the table may come from another person than the caller. */
export const openTableFiles = async (folder: string): Promise<TableFiles> => {
  const root = await realpath(folder);
  return {
    resolve: async (field, name) => {
      if (name.includes("\0")) throw invalidField(field, "must not contain U+0000");
      const path = await realpath(resolve(root, name)).catch(() => undefined);
      if (path === undefined) throw invalidField(field, `doesn't exist: ${JSON.stringify(name)}`);
      if (!isInside(root, path))
        throw invalidField(field, `is outside ${root}; give --files <folder>`);
      if (!(await stat(path)).isFile())
        throw invalidField(field, `isn't a file: ${JSON.stringify(name)}`);
      return path;
    },
  };
};
