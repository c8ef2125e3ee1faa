import { formatCount } from "../../lib/format.js";
import type { ReadyTracker, Tracker } from "./types.js";

export const sideTexts = { anyone: "Anyone", rep: "The rep", client: "The client" };
export const partTexts = {
  call: "The whole call",
  start: "The first minutes",
  end: "The last minutes",
};

/** Describes whose words count, and where: "The client, in the first 5 minutes". */
export const describeWhere = ({ saidBy, part, minutes }: Tracker): string => {
  const side = sideTexts[saidBy];
  if (part === "call" || minutes === null) return side;
  return `${side}, in the ${part === "start" ? "first" : "last"} ${formatCount(minutes, "minute")}`;
};

/** Describes what a tracker looks for. */
export const describeSearch = (
  { name, concept, phrases, examples }: Tracker,
  ready: readonly ReadyTracker[],
): string[] => {
  const meaning = ready.find((one) => one.concept === concept)?.name ?? concept;
  const text = meaning === name ? "in any words" : `${meaning}, in any words`;
  const [example] = examples ?? [];
  return [
    ...(meaning === null ? [] : [text]),
    ...(example ? [`like “${example.text}”`] : []),
    ...phrases,
  ];
};
