const SIDE = "(?:[-_.](?<side>rx|tx|in|out|r|t))?";
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** The server's own name before the unique id may contain hyphens. */
const FREEPBX_END = `-(?<date>\\d{8})-(?<time>\\d{6})-(?<uniqueid>(?:[\\w.-]+-)?\\d+\\.\\d+)${SIDE}$`;
const EXTENSION = "(?<extension>\\d{2,6})";
const OWN_NUMBER = "(?<own_number>\\+?\\d{7,})";

/** The kind of call decides which number is whose; only names of other kinds are told apart by length. */
const freepbx = [
  `^(?:in|force)-(?:${EXTENSION}|${OWN_NUMBER}|[^-]*)-(?<number>[^-]*)${FREEPBX_END}`,
  `^(?:external|exten|q|rg)-${EXTENSION}-(?<number>[^-]*)${FREEPBX_END}`,
  `^out-(?<number>[^-]*)-(?:${EXTENSION}|${OWN_NUMBER})${FREEPBX_END}`,
  `^(?:.+-)?(?<one>[^-]*)-(?<two>[^-]*)${FREEPBX_END}`,
].map((source) => new RegExp(source, "i"));

const NUMBER = "\\+?[\\d*#][\\d*#().\\- ]*";
/** The other party as the phone shows it: a number, or a contact's name. */
const PARTY = `(?:(?<number>${NUMBER})|(?<customer_name>.+?))`;
/** Android adds it to the name of a file that exists. */
const COPY = "(?: ?\\(\\d+\\))?";

const build = (source: string): RegExp[] => [new RegExp(source, "i")];

/** The names that phone systems and call recorders of phones give, by system. The first expression that matches counts. */
export const readyPatterns: Readonly<Record<string, readonly RegExp[]>> = {
  freepbx,
  fusionpbx: build(`^(?<uuid>${UUID})${SIDE}$`),
  "3cx": build(
    "^\\[(?<name>[^\\]]*)\\]_(?<one>[^-_]*)-(?<two>[^_]*)_(?<date>\\d{8})(?<time>\\d{6})\\((?<id>\\d+)\\)$",
  ),
  // MixMonitor with a name chosen by the administrator, which ends with the unique id.
  asterisk: build(`^(?:.*?[-_])?(?<uniqueid>\\d+\\.\\d+)${SIDE}$`),
  bcr: build(
    `^(?<date>\\d{8})_(?<time>\\d{6}(?:\\.\\d{1,9})?)(?<offset>[+-]\\d\\d:?\\d\\d|Z)?(?:_(?:in|out|conference))?(?:_sim\\d+)?(?:_(?<number>${NUMBER}))?(?:_(?<customer_name>.+?))?${COPY}$`,
  ),
  grapheneos: build(`^CallRecord_(?<date>\\d{8})-(?<time>\\d{6})(?:_${PARTY})?${COPY}$`),
  truephone: build(
    `^${PARTY}(?: \\([^()]*\\))? (?<date>\\d{4}-\\d\\d-\\d\\d)[ _](?<time>\\d{6})(?:_[a-z]+)?${COPY}$`,
  ),
  cubeacr: [
    `^(?<date>\\d{4}-\\d\\d-\\d\\d) (?<time>\\d\\d-\\d\\d-\\d\\d) \\([^()]*\\) (?:(?<customer_name>.*?) ?\\((?<number>${NUMBER})\\)|(?<number>${NUMBER})|(?<customer_name>.+?))(?: [^\\w()]{1,2})?${COPY}$`,
    `^[a-z]+_(?<date>\\d{8})-(?<time>\\d{6})_${PARTY}${COPY}$`,
  ].map((source) => new RegExp(source, "i")),
  // The app's own words come first, in the phone's language.
  samsung: [
    `^(?:.* )?(?<number>\\+?[\\d*#][\\d*#()\\-]*)_(?<short_date>\\d{6})_(?<time>\\d{6})${COPY}$`,
    `^(?:Call recording |통화 녹음 )?(?<customer_name>.+)_(?<short_date>\\d{6})_(?<time>\\d{6})${COPY}$`,
  ].map((source) => new RegExp(source, "i")),
};
