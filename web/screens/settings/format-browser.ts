// The order matters: most browsers also name those that they descend from.
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux|X11/, "Linux"],
];

const find = (list: [RegExp, string][], agent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** A browser by a name that people know, "Firefox on Linux"; else as it calls itself. */
export const browserOf = (agent: string): string => {
  const [browser, system] = [find(browsers, agent), find(systems, agent)];
  if (!browser) return agent || "Unknown";
  return system ? `${browser} on ${system}` : browser;
};
