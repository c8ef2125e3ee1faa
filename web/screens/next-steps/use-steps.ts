import { useState } from "preact/hooks";
import type { Step } from "./types.js";

/** Keeps the places of a list's steps while they change; deleted ones disappear, and new ones come last. */
export const useSteps = <T extends Step>(
  loaded: readonly T[],
): { steps: T[]; change: (step: Step) => void; remove: (id: string | null) => void } => {
  const [changes, setChanges] = useState<ReadonlyMap<string | null, Step | null>>(new Map());
  const set = (id: string | null, step: Step | null): void =>
    setChanges((before) => new Map(before).set(id, step));
  const ids = new Set(loaded.map(({ id }) => id));
  const added = [...changes].flatMap(([id, step]) => (ids.has(id) || !step ? [] : [step as T]));
  const steps = [...loaded, ...added].flatMap((step) => {
    const change = changes.get(step.id);
    return change === null ? [] : [{ ...step, ...change }];
  });
  return { steps, change: (step) => set(step.id, step), remove: (id) => set(id, null) };
};
