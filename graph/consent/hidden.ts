import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Context } from "../context/context.js";
import { conflict } from "../core/errors.js";

/** Returns whether only admins and internal tokens may see the recording. */
export const isHiddenFrom = (
  { role }: Pick<Context, "role">,
  { refusal }: Pick<RecordingRow, "refusal">,
): boolean => refusal === "hidden" && role !== "internal";

/** @throws CONFLICT for a hidden recording: hidden recordings aren't analysed */
export const requireAnalyzable = ({ refusal }: Pick<RecordingRow, "refusal">): void => {
  if (refusal === "hidden")
    throw conflict("The recording is hidden and not analysed: its customer refused consent");
};
