import { useState } from "preact/hooks";
import { readPreference, storePreference } from "./preference.js";

/** A text that this browser remembers, and a function that changes it. */
export const usePreference = (
  name: string,
  fallback: string,
): [value: string, change: (value: string) => void] => {
  const [value, setValue] = useState(() => readPreference(name) ?? fallback);
  const change = (next: string): void => {
    storePreference(name, next);
    setValue(next);
  };
  return [value, change];
};
