const COLORS = 8;

/** Returns the class of the colour of a person or a tracker: the same everywhere, for the same id. */
export const chooseOwnColor = (id: string): string => {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.codePointAt(0)!) % 1_000_003;
  return `own-color-${(hash % COLORS) + 1}`;
};

const MAX_INITIALS = 2;

/** Returns the first letters of the first and the last word. */
export const formatInitials = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  const chosen = words.length > MAX_INITIALS ? [words[0]!, words.at(-1)!] : words;
  return chosen.map((word) => [...word][0]!.toLocaleUpperCase()).join("");
};
