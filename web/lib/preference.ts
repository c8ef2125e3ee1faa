const PREFIX = "debrief.";

/** Reads what this browser remembers under a name; null without it. A browser that blocks cookies throws at each access. */
export const readPreference = (name: string): string | null => {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
};

/** Remembers a text. In a browser that refuses, it holds until the page is left. */
export const storePreference = (name: string, value: string): void => {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // See above.
  }
};

/** Forgets what this browser remembers under a name. */
export const forgetPreference = (name: string): void => {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // See above.
  }
};
