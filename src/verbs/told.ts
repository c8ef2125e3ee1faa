import { UnusableFile } from "../../db/backup.js";
import { RefusedError } from "../verb.js";

/** What the operator did not cause by a defect of ours is told in a line, about this file. */
export const told = <T>(file: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnusableFile) throw new RefusedError(`${file} ${error.message}`);
    // A file that cannot be read or written: the message of the system names it.
    if (error instanceof Error && "syscall" in error) throw new RefusedError(error.message);
    throw error;
  }
};
