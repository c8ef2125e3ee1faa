export const isMissing = (error: unknown): boolean =>
  (error as { code?: unknown }).code === "ENOENT";

/** For `catch`: returns undefined if the file or directory doesn't exist. @throws every other error */
export const undefinedIfMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};
