import { parseClock } from "../../lib/format.js";

/** A time of the call as analyses mark it: [0:42] or [1:02:03]. */
const MARK = /\[((?:\d+:)?\d{1,2}:\d{2})\]/;

const listMarkedTexts = (element: HTMLElement): Text[] => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    if (MARK.test(text.data) && !text.parentElement?.closest("a, button, code")) found.push(text);
  }
  return found;
};

const createButton = (time: string, play: (ms: number) => void): HTMLButtonElement => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "moment";
  button.textContent = time;
  button.title = "Play from here";
  button.addEventListener("click", () => play(parseClock(time)));
  return button;
};

/** Turns the marked times of a rendered text into buttons that play from there. */
export const addMomentButtons = (element: HTMLElement, play: (ms: number) => void): void => {
  for (const text of listMarkedTexts(element)) {
    // With its group, the pattern leaves each time between the texts around it.
    const parts = text.data.split(MARK);
    text.replaceWith(
      ...parts.map((part, index) => (index % 2 === 1 ? createButton(part, play) : part)),
    );
  }
};
