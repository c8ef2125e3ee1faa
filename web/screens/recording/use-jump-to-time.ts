import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

const HASH = /^#t=(?<seconds>\d{1,6})$/;
const MS_PER_SECOND = 1_000;

/** Returns the last of the elements, in the order of their starts, that begins before `endMs`. */
const findLast = <E extends HTMLElement>(
  elements: Iterable<E>,
  startOf: (element: E) => number,
  endMs: number,
): E | undefined => [...elements].findLast((element) => startOf(element) < endMs);

/** Shows the line at a time, and prepares the player to start there: browsers don't play before a click. */
const jumpTo = (
  seconds: number,
  list: HTMLElement,
  media: HTMLMediaElement | null | undefined,
): void => {
  // A link has whole seconds.
  const endMs = (seconds + 1) * MS_PER_SECOND;
  const line =
    findLast(
      list.querySelectorAll<HTMLButtonElement>("button.line"),
      ({ value }) => Number(value),
      endMs,
    ) ?? findLast(list.querySelectorAll("li"), ({ dataset }) => Number(dataset["start"]), endMs);
  line?.scrollIntoView({ block: "center" });
  line?.setAttribute("aria-current", "true");
  if (media) media.currentTime = seconds;
};

/**
 * Jumps to the time that the address names, such as `#t=63` in seconds: once, when the transcript is shown.
 * `isShown`: whether it is.
 */
export const useJumpToTime = (
  player: RefObject<HTMLMediaElement | null> | undefined,
  isShown: boolean,
): void => {
  useEffect(() => {
    const seconds = HASH.exec(location.hash)?.groups?.["seconds"];
    const list = document.querySelector<HTMLElement>(".transcript");
    if (isShown && seconds !== undefined && list) jumpTo(Number(seconds), list, player?.current);
    // The player is the same as long as the page is.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isShown]);
};
