import { RefusedError } from "../../base/config/command.js";

/** Runs `work` and turns errors of the file into a one-line RefusedError. */
export const rethrowAsRefusedError = async <T>(
  file: string,
  work: () => T | Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { UnusableFileError } = await import("../../../db/schema/backup.js");
    if (error instanceof UnusableFileError) throw new RefusedError(`${file} ${error.message}`);
    // The file is not readable or writable: the system's message names it.
    if (error instanceof Error && "syscall" in error) throw new RefusedError(error.message);
    throw error;
  }
};
