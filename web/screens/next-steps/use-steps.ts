import { useState } from "preact/hooks";
import type { Step } from "./types.js";

interface Changes {
  /** The list when it was loaded, as JSON: what was changed before is in a later one. */
  loaded: string;
  /** By id; null for a deleted step. */
  byId: ReadonlyMap<string | null, Step | null>;
}

/**
 * Keeps the places of a list's steps while they change; deleted ones disappear. `added`: those that aren't in the list as
 * it was loaded.
 */
export const useSteps = <T extends Step>(
  steps: readonly T[],
): {
  steps: T[];
  added: Step[];
  change: (step: Step) => void;
  remove: (id: string | null) => void;
} => {
  const loaded = JSON.stringify(steps);
  const [stored, setStored] = useState<Changes>({ loaded, byId: new Map() });
  const byId = stored.loaded === loaded ? stored.byId : new Map<string | null, Step | null>();
  const set = (id: string | null, step: Step | null): void =>
    setStored({ loaded, byId: new Map(byId).set(id, step) });
  const ids = new Set(steps.map(({ id }) => id));
  return {
    steps: steps.flatMap((step) => {
      const change = byId.get(step.id);
      return change === null ? [] : [{ ...step, ...change }];
    }),
    added: [...byId].flatMap(([id, step]) => (step && !ids.has(id) ? [step] : [])),
    change: (step) => set(step.id, step),
    remove: (id) => set(id, null),
  };
};
