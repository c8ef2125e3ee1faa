import type { ActionItemInput } from "../../../graph/analysis/action-items.js";
import type { Call } from "../analyzer.js";
import { type Sentence, shorten } from "./sentences.js";

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
  new RegExp(source.replaceAll(/\s*\n\s*/g, ""), "i");

const WILL_PATTERN = `(?:['’]ll| will| shall|['’]m (?:going to|gonna)| am (?:going to|gonna)|['’]re (?:going to|gonna)|
 are (?:going to|gonna))`;
const ADVERB_PATTERN = `(?: (?:also|then|just|definitely|certainly|personally|gladly|happily|go ahead and|make sure to|
be sure to|try to|please|kindly|maybe|quickly)){0,3}`;

const COMMITMENT = buildPattern(
  `\\b(?:I|we)${WILL_PATTERN}${ADVERB_PATTERN} (?:${PROMISE_VERBS})\\b`,
);
const REQUEST = buildPattern(
  `(?:\\b(?:can|could|would|will) you|\\bplease|\\b(?:need|like|want) you to|\\byou(?:['’]ll)? (?:need|have) to|
\\bdon['’]t forget to|\\bif you could)${ADVERB_PATTERN} (?:${REQUEST_VERBS})\\b`,
);

/** Quotes the sentence; starts a long one at the words that made it an item. */
const quoteSentence = (text: string, matchIndex: number): string =>
  shorten(text.length > MAX_CHARACTERS ? text.slice(matchIndex) : text, MAX_CHARACTERS);

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

/**
 * Extracts promises and requests as quotes; dates stay as spoken. A promise belongs to its speaker, a request to the
 * other side.
 */
export const extractActionItems = (
  sentences: readonly Sentence[],
  call: Call,
): ActionItemInput[] => {
  const items = new Map<string, ActionItemInput>();
  for (const sentence of sentences) {
    if (items.size === MAX_ITEMS) break;
    const { text, role, speaker } = sentence;
    const promise = COMMITMENT.exec(text);
    const match = promise ?? REQUEST.exec(text);
    if (!match) continue;
    const kind = role === "client" ? "client" : "explicit";
    const owner = promise
      ? ({ kind, assignee: shortenName(speaker) } as const)
      : resolveRequestOwner(sentence, call);
    const item = { ...owner, text: quoteSentence(text, match.index), completed: false };
    const key = `${item.assignee} ${item.text.toLowerCase()}`;
    if (!items.has(key)) items.set(key, item);
  }
  return [...items.values()];
};
