// The order matters: most browsers also name the browsers they derive from.
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

const findName = (patterns: [RegExp, string][], agent: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(agent))?.[1];

/** Formats a User-Agent header as "Firefox on Linux". Returns an unknown one as it is. */
export const formatBrowser = (agent: string): string => {
  const [browser, system] = [findName(browsers, agent), findName(systems, agent)];
  if (!browser) return agent || "Unknown";
  return system ? `${browser} on ${system}` : browser;
};
