import type { NoticePlace } from "../../../db/recordings/notices.js";
import type { NoticeList } from "../notice-list.js";

/** Replaces characters that no stored text may have: U+0000 and half surrogate pairs. */
export const cleanText = (text: string, place: NoticePlace, notices: NoticeList): string => {
  const cleaned = text.toWellFormed().replaceAll("\0", "\uFFFD");
  if (cleaned !== text) notices.add("text_repaired", place);
  return cleaned;
};
