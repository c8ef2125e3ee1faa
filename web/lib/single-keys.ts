import { readPreference } from "./preference.js";

/** The preference that turns keys without Ctrl or Alt off: "off". Speech input and tremor press them by mistake. */
export const SINGLE_KEYS = "singleKeys";

/** Fields have keys of their own. */
const TEXT_FIELDS = "input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]";

/** Returns whether keys are meant for a field, whose text the browser edits. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT_FIELDS) !== null;

/** Returns whether a single key is meant for the page: not for a field, a dialog or the browser. */
export const isForPage = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  readPreference(SINGLE_KEYS) !== "off" &&
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !isTextField(target) &&
  !document.querySelector("dialog[open]");
