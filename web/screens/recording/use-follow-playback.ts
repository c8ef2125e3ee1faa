import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** After the user scrolls, the transcript doesn't scroll by itself for this long. */
const SCROLL_PAUSE_MS = 5_000;

const keySteps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Plays from a time in milliseconds. */
export const playFrom = (media: HTMLMediaElement, start: number): void => {
  media.currentTime = start / 1000;
  // The player itself reports media that it can't play.
  media.play().catch(() => {});
};

/** Connects a player with the transcript's lines: buttons whose value is the start time in milliseconds. */
const followPlayback = (media: HTMLMediaElement, list: HTMLElement, signal: AbortSignal): void => {
  const lines = [...list.querySelectorAll<HTMLButtonElement>(".line")];
  const starts = lines.map(({ value }) => Number(value));
  let current: HTMLButtonElement | undefined;
  let scrolledAt = -Infinity;
  let tabStop = lines.find(({ tabIndex }) => tabIndex === 0) ?? lines[0];
  // A line that was being corrected has become a button again.
  if (tabStop) tabStop.tabIndex = 0;
  // Only one line is a Tab stop; the arrow keys reach the others.
  const moveTabStop = (line: HTMLButtonElement): void => {
    if (tabStop) tabStop.tabIndex = -1;
    line.tabIndex = 0;
    tabStop = line;
  };
  const markCurrentLine = (): void => {
    const positionMs = media.currentTime * 1000;
    // After a jump, currentTime may be slightly before the target.
    const line =
      positionMs > 0 ? lines[starts.findLastIndex((start) => start <= positionMs + 1)] : undefined;
    if (line === current) return;
    current?.removeAttribute("aria-current");
    line?.setAttribute("aria-current", "true");
    current = line;
    if (!line) return;
    if (!list.contains(document.activeElement)) moveTabStop(line);
    if (!media.paused && performance.now() - scrolledAt > SCROLL_PAUSE_MS)
      line.scrollIntoView({ block: "nearest" });
  };
  for (const event of ["timeupdate", "seeking", "emptied"])
    media.addEventListener(event, markCurrentLine, { signal });
  for (const event of ["wheel", "touchmove"])
    addEventListener(event, () => (scrolledAt = performance.now()), { signal, passive: true });
  const lineOf = ({ target }: Event): HTMLButtonElement | null =>
    (target as Element).closest<HTMLButtonElement>(".line");
  const play = (event: Event): void => {
    const line = lineOf(event);
    if (!line || line.classList.contains("correctable")) return;
    moveTabStop(line);
    playFrom(media, Number(line.value));
    markCurrentLine();
  };
  const step = (event: KeyboardEvent): void => {
    const line = lineOf(event);
    const findTarget = keySteps[event.key];
    if (!line || !findTarget) return;
    event.preventDefault();
    const next = lines[findTarget(lines.indexOf(line), lines.length - 1)]!;
    moveTabStop(next);
    next.focus();
  };
  const follow = (event: Event): void => {
    const line = lineOf(event);
    if (line) moveTabStop(line);
  };
  list.addEventListener("focusin", follow, { signal });
  list.addEventListener("click", play, { signal });
  list.addEventListener("keydown", step, { signal });
};

/**
 * Marks the line that is playing. A click on a line plays from there, unless the click corrects it; the arrow keys move
 * between lines. `lines`: connects again when they change.
 */
export const useFollowPlayback = (
  player: RefObject<HTMLMediaElement | null>,
  list: RefObject<HTMLElement | null>,
  lines: unknown,
): void => {
  useEffect(() => {
    const abort = new AbortController();
    if (player.current && list.current) followPlayback(player.current, list.current, abort.signal);
    return () => abort.abort();
    // New lines render new buttons.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lines]);
};
