import { useState } from "preact/hooks";
import type { Step } from "./types.js";

interface Change {
  /** The step as it was loaded, as JSON; undefined if it was added since. */
  loaded: string | undefined;
  /** Null once it is deleted. */
  step: Step | null;
}

/**
 * Keeps the places of a list's steps while they change; deleted ones disappear. A step that is loaded anew counts as the
 * server has it. `added`: those that aren't in the list as it was loaded.
 */
export const useSteps = <T extends Step>(
  steps: readonly T[],
): {
  steps: T[];
  added: Step[];
  change: (step: Step) => void;
  remove: (id: string | null) => void;
} => {
  const [changes, setChanges] = useState<ReadonlyMap<string | null, Change>>(new Map());
  const loaded = new Map(steps.map((step) => [step.id, JSON.stringify(step)]));
  const set = (id: string | null, step: Step | null): void =>
    setChanges((before) => new Map(before).set(id, { loaded: loaded.get(id), step }));
  return {
    steps: steps.flatMap((step) => {
      const change = changes.get(step.id);
      if (change?.loaded !== loaded.get(step.id)) return [step];
      return change?.step ? [{ ...step, ...change.step }] : [];
    }),
    added: [...changes].flatMap(([id, { step }]) => (step && !loaded.has(id) ? [step] : [])),
    change: (step) => set(step.id, step),
    remove: (id) => set(id, null),
  };
};
