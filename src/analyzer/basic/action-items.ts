import type { ActionItemInput } from "../../../graph/analysis/action-items.js";
import type { Call } from "../analyzer.js";
import { type Sentence, shorten } from "./sentences.js";
import {
  findSpokenDate,
  formatDay,
  mayNameDay,
  repeatDate,
  type SpokenDate,
} from "./spoken-dates.js";

const MAX_ITEMS = 20;
const MAX_CHARACTERS = 300;
const MAX_NAME_CHARACTERS = 1_000;

/** Things that people ask each other to do after a call. */
const REQUEST_VERBS = `send|e-?mail|mail|text|call|phone|ring|forward|share|sign|return|submit|upload|pay|ship|order|book|
  schedule|reschedule|follow up|get back|let (?:you|me|us|him|her|them) know|look into|fill (?:out|in)|
  give (?:you|me|us|him|her|them) (?:a|another) (?:call|ring)|have (?:someone|somebody) (?:call|come|send)`;

/** Things that people promise for later, but request during the call. */
const PROMISE_VERBS = `${REQUEST_VERBS}|arrange|ask|bring|check|come (?:by|over|out|back)|confirm|contact|deliver|draw up|
  drop (?:off|by)|find out|finish|fix|install|invite|measure|meet|order|prepare|print|provide|put together|
  reach out|review|set up|sort (?:out|that|this|it)|speak (?:to|with)|stop by|swing by|talk (?:to|with)|transfer|
  update|visit|write`;

const buildPattern = (source: string): RegExp =>
  new RegExp(source.replaceAll(/\s*\n\s*/g, ""), "gi");

const WILL_PATTERN = `(?:['’]ll| will| shall|['’]m (?:going to|gonna)| am (?:going to|gonna)|['’]re (?:going to|gonna)|
 are (?:going to|gonna))`;
const ADVERB_PATTERN = `(?: (?:also|then|just|definitely|certainly|personally|gladly|happily|go ahead and|make sure to|
be sure to|try to|please|kindly|maybe|quickly)){0,3}`;

const COMMITMENT = buildPattern(
  `\\b(?:I|we)${WILL_PATTERN}${ADVERB_PATTERN} (?=(?:${PROMISE_VERBS})\\b)`,
);
const REQUEST = buildPattern(
  `(?:\\b(?:can|could|would|will) you|\\bplease|\\b(?:need|like|want) you to|\\byou(?:['’]ll)? (?:need|have) to|
\\bdon['’]t forget to|\\bif you could)${ADVERB_PATTERN} (?=(?:${REQUEST_VERBS})\\b)`,
);

/** What a speaker does for themselves, or before the call ends. */
const DURING_CALL = new RegExp(
  `^\\S+ (?:(?:up|off|me|us|my|our|the|a|an|some|this|another) )*(?:brew|cuppa|tea|coffee|breakfast|lunch|dinner|supper|sandwich|pizza|cigarette|smoke|drink|beer)\\b(?=$|[.,;!?]| (?:first|then|now|tonight|and|before|while|if|with)\\b)|\\bin a (?:sec|second|tick|moment|minute)\\b`,
  "i",
);

/** What joins a clause to the next one, and the mark at its end. */
const CLAUSE_END = /(?:[\s,;–-]+(?:and|but|or|so|then))*[\s,;.!?…–-]*$/i;

/** Returns the words from the verb on, up to the next promise or request of the sentence. */
const cutClause = (text: string, start: number, end: number): string =>
  text
    .slice(start, end)
    .replace(CLAUSE_END, "")
    .replace(/\b([ap])\.m$/i, "$1.m.");

/** Names the side that doesn't own the item: "send you the estimate" is "send Kim the estimate". */
const nameOther = (clause: string, isPromise: boolean, name: string): string => {
  const names = { object: () => name, owner: () => `${name}'s` };
  return isPromise
    ? clause
        .replace(
          /(?<=^\S+ |\b(?:to|for|with|from|at) )you\b(?! (?:are|were|have|had|do|can|will)\b)/i,
          names.object,
        )
        .replaceAll(/\byour\b/gi, names.owner)
    : clause
        .replaceAll(/\b(?:me|us)\b/gi, names.object)
        .replaceAll(/\b(?:my|our)\b/gi, names.owner);
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const shortenName = (name: string | null | undefined): string | null =>
  name ? shorten(name, MAX_NAME_CHARACTERS) : null;

/** Returns the assignee for a request by a speaker of this role; no assignee if unclear. */
const resolveRequestOwner = (
  { role }: Sentence,
  call: Call,
): Pick<ActionItemInput, "kind" | "assignee"> => {
  if (role === "client") return { kind: "explicit", assignee: shortenName(call.userName) };
  if (role === "other") return { kind: "explicit", assignee: null };
  const client = call.utterances.find((utterance) => utterance.role === "client")?.speaker;
  return { kind: "client", assignee: shortenName(call.clientName || client) };
};

/** Returns whether an item is all, or the first words, of another one. */
const isBeginOf = (one: ActionItemInput, other: ActionItemInput): boolean =>
  one.assignee === other.assignee &&
  `${other.text.toLowerCase()} `.startsWith(`${one.text.toLowerCase()} `);

/** Adds an item. Said again with more, such as a date, it replaces the shorter one. */
const addItem = (items: ActionItemInput[], item: ActionItemInput): void => {
  if (items.some((other) => isBeginOf(item, other))) return;
  const shorter = items.findIndex((other) => isBeginOf(other, item));
  if (shorter === -1) items.push(item);
  else items[shorter] = item;
};

interface Found {
  isPromise: boolean;
  /** Where its words begin, and those of what is to be done. */
  index: number;
  start: number;
}

const findAll = (text: string, pattern: RegExp, isPromise: boolean): Found[] =>
  Array.from(text.matchAll(pattern), ({ 0: words, index }) => ({
    isPromise,
    index,
    start: index + words.length,
  }));

/** A day is named, and agreed to within so many sentences. */
const MAX_REPEAT_DISTANCE = 12;

/** The sentences around those in which items are looked for. */
interface Around {
  /** All of the call. */
  sentences: readonly Sentence[];
  /** Those that say what the visit will be about: it is promised for today. */
  agenda: ReadonlySet<Sentence>;
}

/** Returns the day that words of a sentence name; a weekday alone is the day that was named shortly before. */
const findDate = (
  words: string,
  sentence: Sentence,
  { startedAt, sentences }: { startedAt: number; sentences: readonly Sentence[] },
): SpokenDate | undefined => {
  const date = findSpokenDate(shorten(words, MAX_CHARACTERS), startedAt + sentence.start);
  if (!date || date.isExact) return date;
  const at = sentences.indexOf(sentence);
  for (const before of sentences.slice(Math.max(0, at - MAX_REPEAT_DISTANCE), at).toReversed()) {
    if (!mayNameDay(before.source)) continue;
    const spokenAt = startedAt + before.start;
    const named = findSpokenDate(shorten(before.source, MAX_CHARACTERS), spokenAt);
    const repeated = named && repeatDate(named, date);
    if (repeated) return repeated;
  }
  return date;
};

const isLater = (date: SpokenDate | undefined, startedAt: number): boolean =>
  !!date?.due && date.due > formatDay(startedAt);

/**
 * Extracts promises and requests: what is to be done, by whom and, if it was said, when. A promise belongs to its
 * speaker, a request to the other side.
 */
export const extractActionItems = (
  said: readonly Sentence[],
  call: Call,
  { sentences, agenda }: Around,
): ActionItemInput[] => {
  const { startedAt } = call;
  const names = { rep: call.userName, client: call.clientName || "the client" };
  const items: ActionItemInput[] = [];
  for (const sentence of said) {
    const { text, role, speaker } = sentence;
    const found = [...findAll(text, COMMITMENT, true), ...findAll(text, REQUEST, false)].toSorted(
      (one, other) => one.start - other.start,
    );
    for (const [at, { isPromise, start }] of found.entries()) {
      if (items.length === MAX_ITEMS) return items;
      const kind = role === "client" ? "client" : "explicit";
      const owner = isPromise
        ? ({ kind, assignee: role === "other" ? null : shortenName(speaker) } as const)
        : resolveRequestOwner(sentence, call);
      const clause = cutClause(text, start, found[at + 1]?.index ?? text.length);
      if (DURING_CALL.test(clause)) continue;
      const other = isPromise === (role === "rep") ? names.client : names.rep;
      const named = role === "other" ? clause : nameOther(clause, isPromise, shorten(other, 100));
      const date = findDate(clause, sentence, { startedAt, sentences });
      if (agenda.has(sentence) && !isLater(date, startedAt)) continue;
      const when = date === undefined ? "" : ` (${date.text})`;
      const what = shorten(capitalize(named), MAX_CHARACTERS - when.length);
      const item = { ...owner, text: what + when, completed: false, due: date?.due ?? null };
      addItem(items, item);
    }
  }
  return items;
};

/** The beginning of an answer that declines. */
const REFUSAL =
  /^(?:(?:well|oh|sorry|hmm|um|uh|er|ah|actually|honestly|look),? )*(?:no|nope|nah|not (?:really|yet|then|that day|this week)|i['’]m afraid|unfortunately|(?:i|we) (?:can['’]t|cannot|can not|won['’]t|don['’]t (?:want|think|need)))\b/iu;
/** A proposed time that doesn't suit. */
const UNSUITABLE =
  /\b(?:that|it|this|[a-z]+day|tomorrow|next week|time|morning|afternoon|evening|noon) (?:doesn['’]t|does not|won['’]t|will not) work\b/iu;
/** What agrees after all: "No, that's fine", "I can't wait". */
const ACCEPTANCE =
  /\b(?<!(?:\bnot|\bno|\bnever|n['’]t|\bcannot)(?: \w+)? )(?:works|fine|good|great|perfect|okay|ok|sounds|see you)\b|\bno (?:problem|worries|objections?|issues?|doubt)\b|(?:n['’]t|not) wait\b(?! (?:for|that|so|until))/iu;

const declines = (text: string): boolean =>
  (REFUSAL.test(text) || UNSUITABLE.test(text)) && !ACCEPTANCE.test(text);

/** An answer follows within so many sentences; a later one answers something else. */
const MAX_ANSWER_DISTANCE = 3;

const isRefused = (sentence: Sentence, sentences: readonly Sentence[]): boolean => {
  if (declines(sentence.text)) return true;
  const at = sentences.indexOf(sentence);
  const next = sentences.slice(at + 1, at + 1 + MAX_ANSWER_DISTANCE);
  return declines(next.find(({ role }) => role !== sentence.role)?.text ?? "");
};

/**
 * Adds the next step that was agreed last, with its day, unless the same sentence is an item with that day, or the other
 * side refuses. `said`: the sentences that fix one.
 */
export const withNextStep = (
  items: readonly ActionItemInput[],
  said: readonly Sentence[],
  call: Call,
  around: Around,
): ActionItemInput[] => {
  const { startedAt } = call;
  const { sentences } = around;
  const steps = said.flatMap((sentence) => {
    const date = findDate(sentence.source, sentence, { startedAt, sentences });
    return date?.due && !isRefused(sentence, sentences)
      ? { sentence, due: date.due, when: ` (${date.text})` }
      : [];
  });
  const step = steps.at(-1);
  if (!step) return [...items];
  const { sentence, due, when } = step;
  const own = extractActionItems([sentence], call, around).filter((item) => item.due === due);
  if (own.some(({ text }) => items.some((item) => item.text === text))) return [...items];
  const other = call.clientName ? ` with ${shorten(call.clientName, 100)}` : "";
  const what = shorten(`Next step${other}: “${sentence.source}”`, MAX_CHARACTERS - when.length);
  const assignee = shortenName(call.userName);
  return [
    ...items.slice(0, MAX_ITEMS - 1),
    { kind: "explicit", assignee, text: what + when, completed: false, due },
  ];
};
