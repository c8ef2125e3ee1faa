import { invalidField } from "../core/errors.js";

/** The most bytes that the texts of one list may have together. A page shows the lists of many recordings. */
const MAX_LIST_TEXT_BYTES = 256 * 1024;

/** Validates the total size of a list's texts. @throws INVALID_FIELD */
export const validateTextTotal = (
  field: string,
  texts: Iterable<string | null | undefined>,
): void => {
  let bytes = 0;
  for (const text of texts) bytes += Buffer.byteLength(text ?? "");
  if (bytes > MAX_LIST_TEXT_BYTES)
    throw invalidField(field, `must have at most ${MAX_LIST_TEXT_BYTES} bytes of text in total`);
};
