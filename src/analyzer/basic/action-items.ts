import type { ActionItemInput } from "../../../graph/action-items.js";
import type { Call } from "../analyzer.js";
import { type Sentence, shortened } from "./sentences.js";

const MOST = 20;
const MOST_CHARACTERS = 300;
const MOST_IN_NAME = 1_000;

/** What people do after a call. */
const AFTER = `send|e-?mail|mail|text|call|phone|ring|forward|share|sign|return|submit|upload|pay|ship|order|book|
  schedule|reschedule|follow up|get back|let (?:you|me|us|him|her|them) know|look into|fill (?:out|in)|
  give (?:you|me|us|him|her|them) (?:a|another) (?:call|ring)|have (?:someone|somebody) (?:call|come|send)`;

/** What people promise to do after it, but ask of each other in its course. */
const PROMISED = `${AFTER}|arrange|ask|bring|check|come (?:by|over|out|back)|confirm|contact|deliver|draw up|
  drop (?:off|by)|find out|finish|fix|install|invite|measure|meet|order|prepare|print|provide|put together|
  reach out|review|set up|sort (?:out|that|this|it)|speak (?:to|with)|stop by|swing by|talk (?:to|with)|transfer|
  update|visit|write`;

const pattern = (source: string): RegExp => new RegExp(source.replaceAll(/\s*\n\s*/g, ""), "i");

const WILL = `(?:['’]ll| will| shall|['’]m (?:going to|gonna)| am (?:going to|gonna)|['’]re (?:going to|gonna)|
 are (?:going to|gonna))`;
const TOO = `(?: (?:also|then|just|definitely|certainly|personally|gladly|happily|go ahead and|make sure to|
be sure to|try to|please|kindly|maybe|quickly)){0,3}`;

const COMMITMENT = pattern(`\\b(?:I|we)${WILL}${TOO} (?:${PROMISED})\\b`);
const REQUEST = pattern(
  `(?:\\b(?:can|could|would|will) you|\\bplease|\\b(?:need|like|want) you to|\\byou(?:['’]ll)? (?:need|have) to|
\\bdon['’]t forget to|\\bif you could)${TOO} (?:${AFTER})\\b`,
);

/** The sentence as it was said; of one that is too long, what follows the words that made it an item. */
const quoted = (text: string, at: number): string =>
  shortened(text.length > MOST_CHARACTERS ? text.slice(at) : text, MOST_CHARACTERS);

const nameOf = (name: string | null | undefined): string | null =>
  name ? shortened(name, MOST_IN_NAME) : null;

/** Who is to do what a person of this role asks for, where that is clear. */
const asked = ({ role }: Sentence, call: Call): Pick<ActionItemInput, "kind" | "assignee"> => {
  if (role === "client") return { kind: "explicit", assignee: nameOf(call.userName) };
  if (role === "other") return { kind: "explicit", assignee: null };
  const client = call.utterances.find((utterance) => utterance.role === "client")?.speaker;
  return { kind: "client", assignee: nameOf(call.clientName || client) };
};

/**
 * What somebody in the call says they will do, or asks the other side to do, in the words it was said in:
 * dates stay as they are. Who promises is who does it; a request is for the other side.
 */
export const actionItemsOf = (sentences: readonly Sentence[], call: Call): ActionItemInput[] => {
  const items = new Map<string, ActionItemInput>();
  for (const sentence of sentences) {
    if (items.size === MOST) break;
    const { text, role, speaker } = sentence;
    const promise = COMMITMENT.exec(text);
    const found = promise ?? REQUEST.exec(text);
    if (!found) continue;
    const kind = role === "client" ? "client" : "explicit";
    const who = promise ? ({ kind, assignee: nameOf(speaker) } as const) : asked(sentence, call);
    const item = { ...who, text: quoted(text, found.index), completed: false };
    const key = `${item.assignee} ${item.text.toLowerCase()}`;
    if (!items.has(key)) items.set(key, item);
  }
  return [...items.values()];
};
