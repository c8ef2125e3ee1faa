import type { ConceptId } from "./concepts.js";

const CLIENT = "(?:client|customer|prospect|homeowner|buyer|lead|they|he|she)s?";
const SPOUSE = "(?:spouse|wife|husband|partner|family|boss|someone else|somebody else|manager)";
const ASK =
  "(?:ask|request|check|identif|confirm|find out|found out|uncover|qualif|establish|determin|clarif|discuss|verif)\\w*";
const DEAL = "(?:deal|sale|job|order|contract|business)";
const TELL =
  "(?:present|show|offer|nam|stat|quot|giv|gave|tell|told|mention|reveal|deliver|review|explain|discuss|announc)\\w*";

type Rule = readonly [ConceptId, ...RegExp[]];

const rule = (id: ConceptId, ...patterns: readonly string[]): Rule => [
  id,
  ...patterns.map((pattern) => new RegExp(pattern, "u")),
];

// The first rule that matches wins, so that the special ones precede: "asked for a review" precedes "showed reviews".
const RULES: readonly Rule[] = [
  rule(
    "partner_objection",
    `${SPOUSE}.*\\b(?:objection|approval)`,
    `\\b(?:(?:third party|outside|boss|manager) approval|decide alone|decide on (?:their|his|her) own)`,
    `\\b(?:talk|speak|check|consult|discuss|ask|confer|run it)\\w*\\b.*\\b(?:with|to|by|past|the|their|his|her|a) ?(?:the |their |his |her |a )?${SPOUSE}\\b.*\\b(?:first|before)`,
    `^(?:did |has |does )?(?:the )?${CLIENT}\\b.*\\b(?:needs?|wants?|wanted|needed|must|has to|had to|have to)\\b.*\\b(?:talk|speak|check|consult|discuss|ask)\\w*\\b.*\\b${SPOUSE}`,
  ),
  rule(
    "decision_makers",
    "\\bdecision ?-?makers?\\b",
    "\\bwho (?:else )?(?:decides|signs off|makes the (?:final )?(?:decision|call)|approves|has the final say)",
    `\\b${ASK}\\b.*\\b(?:who else|anyone else|other people|everyone|all parties)\\b.*\\b(?:involved|decid\\w*|decision|present)`,
    `\\b${ASK}\\b.*\\b(?:is|has|have|there)\\b.*\\b${SPOUSE}\\b.*\\b(?:involved|decision|decid\\w*|present|home)`,
    `\\b${ASK}\\b.*\\b${SPOUSE}\\b.*\\b(?:involved|part in|decision|decid\\w*|present)`,
    "\\b(?:decision|approval|buying|purchas\\w*)[- ](?:making )?process",
    "\\beveryone who decides|\\b(?:authority to (?:buy|decide|sign)|both (?:homeowners|spouses|owners|partners) (?:\\w+ )?(?:present|home|there|here))",
    "\\bwho (?:else )?(?:is|was|will be|needs to be) (?:involved|part of)",
  ),
  rule(
    "discount",
    "\\b(?:ask|request|want|demand|push|negotiat)\\w*\\b.*\\b(?:discount|better (?:deal|price)|lower(?:ed)? price|price match|money off|price reduction|price cut|cheaper price|price drop|concession)",
    "^(?:the )?(?:discount|price match|price reduction) (?:was |is )?(?:request|ask)\\w*",
    `\\b${CLIENT}\\b.*\\b(?:haggl|negotiat|bargain)\\w*`,
    "\\b(?:do|does) (?:something|better) on (?:the )?price",
    "\\bprice negotiation",
  ),
  rule(
    "other_quotes",
    "\\b(?:other|another|more|multiple|several|competing|competitive|additional) (?:\\w+ )?(?:quote|bid|estimate|offer|compan|compet|price|proposal)",
    `\\b${CLIENT}\\b.*\\bcompetit(?:or|ion)s?\\b(?!.*\\b(?:chose|chosen|went|signed|picked))(?<!\\b(?:chose|chosen|went with|signed with|picked) a? ?competitor)`,
    "^competit(?:or|ion)s? (?:was |were )?(?:mention|com|nam|brought)\\w*",
    "\\bshopping around\\b|\\bcompar\\w* (?:prices|quotes|bids|offers|estimates)",
    "\\bgetting (?:\\w+ )?(?:bids|quotes|estimates)",
  ),
  rule(
    "price_objection",
    "\\b(?:price|cost|money|budget|affordability) (?:objection|concern|complaint|resistance|pushback)",
    "\\b(?:too|so|very) (?:expensive|high|much|costly)\\b|\\b(?:cannot|can't|couldn't|could not|can not) afford|\\bover (?:the |their )?budget|\\bout of (?:the |their )?budget",
    "\\b(?:object|complain|push back|pushed back|balk|react\\w* negatively|hesitat)\\w*\\b.*\\b(?:price|cost)",
    "\\b(?:raise|rais|voic|express)\\w*\\b.*\\b(?:price|cost) (?:objection|concern)|\\bsticker shock",
  ),
  rule(
    "timing_objection",
    "\\bthink (?:about it|it over|on it|things over)|\\bsleep on it|\\b(?:more|some) time to (?:think|decide)|\\b(?:needs?|ask\\w*|wants?|wanted) (?:for )?(?:more |some )?time\\b",
    "\\b(?:timing|stall|stalling|delay|wait|think[- ]about[- ]it)\\b.*\\bobjection|\\bobjection\\b.*\\b(?:timing|delay)",
    `\\b${CLIENT}\\b.*\\b(?:wants? to wait|wanted to wait|not (?:now|ready)|postpone|put (?:it|the decision) off|delay|stall|hold off|hesitat)\\w*`,
    "\\bnot ready to (?:decide|buy|sign|commit)|\\bpostpon\\w* the decision",
  ),
  rule(
    "referral",
    "\\breferrals?\\b(?!.*\\b(?:came|come) from)",
    "\\b(?:ask|request|invit|encourag|solicit)\\w*\\b.*\\b(?:review|rating|recommendation|testimonial|introduction|names of)",
    "^(?:online |google |customer )?(?:review|rating|recommendation|testimonial)s? (?:was |were )?(?:ask|request)\\w*",
    "\\bknows? (?:any ?one|others?|some ?one|some ?body|any ?body|people|friends)\\b.*\\b(?:need|want|interest|could use|who)",
    "\\b(?:refer|recommend)\\b.*\\b(?:friend|neighbor|other|famil)",
  ),
  rule(
    "social_proof",
    "\\bsocial proof|\\bthird[- ]party proof|\\btestimonials?\\b|\\breferences?\\b|\\bcase stud(?:y|ies)\\b|\\bsuccess stor(?:y|ies)",
    "\\b(?:review|rating)s?\\b.*\\b(?:mention|show|shar|use|present|refer|given)\\w*|\\b(?:mention|show|shar|use|using|present|refer)\\w*\\b.*\\b(?:reviews|ratings)\\b",
    "\\b(?:story|stories|example)s? (?:about|of|from|with) (?:an)?other (?:customer|client|homeowner)|\\bcustomer (?:story|stories|examples)|\\bclient (?:story|stories)",
    "\\b(?:other|past|previous|existing|nearby|satisfied|happy|similar|local) (?:customers|clients|projects|homeowners|jobs|installations|installs)\\b",
    "\\bneighbors?\\b.*\\b(?:served|serve|done|helped|worked|customers)",
  ),
  rule(
    "monthly_payment",
    "\\b(?:monthly|per month|a month|each month|instal?lments?) ?(?:payment|amount|figure|cost|price|investment|rate|option)?\\b(?!.*\\bfinanc)(?<!\\bcredit or instal?ments?)",
  ),
  rule(
    "financing",
    "\\bfinanc(?:e|es|ed|ing)\\b(?! department)|\\b(?:payment|pay|instal?lment) plans?\\b|\\b(?:zero|no|low|0%?) (?:percent |rate )?(?:interest|rate)|\\bloans?\\b|\\blow rate|\\bspread (?:out )?the (?:cost|price|payment)s?",
    "\\bpayment (?:options|terms)|\\bcredit or instal?lments|\\binterest[- ]free",
  ),
  rule(
    "warranty",
    "\\b(?:product|system|work|roof|window)s? is covered|\\bwarrant(?:y|ies|ee)\\b|\\bguarant(?:ee|y)\\w*|\\bcovered if\\b|\\b(?:labor|parts) (?:and \\w+ )?coverage",
  ),
  rule(
    "budget",
    "\\bbudget",
    "\\b(?:find out|found out|ask\\w*)\\b.*\\bcan afford|\\b(?:wants?|plan\\w*|willing|expect\\w*|looking|prepared|intend\\w*|hop\\w*) to (?:spend|invest|pay)|\\bprice range|\\binvestment (?:expectation|level|range)|\\bhow much\\b.*\\b(?:spend|invest)",
  ),
  rule(
    "options",
    "\\b(?:options|packages|tiers|solutions|alternatives)\\b|\\bgood,? better,? (?:and )?best|\\b(?:two|three|several|multiple|different) (?:levels?|choices|products|proposals)",
    "\\b(?:choice|choices) (?:between|of|among)",
    "\\bmore than one (?:option|package|solution|product|choice|system|design)",
  ),
  rule(
    "deal_lost",
    `\\b${DEAL}\\b.*\\b(?:lost|fell through|declined|rejected|cancell?ed)|\\b(?:lose|lost) (?:the |this )?${DEAL}`,
    `\\b${CLIENT}\\b.*\\b(?:say|said|says) no\\b(?! to (?:coffee|water|a drink))|\\bnot interested\\b|\\bturn(?:ed)? (?:it|us|the \\w+)? ?down`,
    `\\b${CLIENT}\\b.*\\b(?:declin|reject|refus|cancel)\\w*(?!.*\\b(?:appointment|visit|meeting|call|recorded)\\b)|\\b(?:chose|went with|signed with|picked) (?:a|the|another) (?:competitor|company)`,
  ),
  rule(
    "asks_for_order",
    `\\b(?:ask|asks|asked|asking|request|requested)\\b.*\\b(?:for (?:the|an?) (?:\\w+ )?(?:${DEAL}|commitment|decision|signature|close)|to (?:sign|buy|commit|purchase|go ahead|move forward)|to get started)`,
    `^(?:did |has )?(?:the )?(?:rep|seller|salesperson|agent|consultant|advisor)?\\b.*\\b(?:attempt|tr(?:y|ied)|went) (?:to |for the )?(?:close|get the (?:job|customer|client))`,
    "\\b(?:closing question|trial close|assumptive close|commitment to buy|ask for the close)|\\battempt\\w* to close|\\bclosing attempt|\\bclosed the sale with\\b|\\bcall to action",
  ),
  rule(
    "deal_closed",
    `\\b${DEAL}\\b.*\\b(?:won|closed|made|placed|signed|agreed)|\\b(?:won|closed|clos\\w*|win) (?:the |this )?(?:deal|sale)`,
    `\\b${CLIENT}\\b.*\\b(?:bought|buy|purchase|say yes|said yes|agree[ds]? to (?:buy|purchase|go|move|proceed|the (?:deal|offer|price|proposal|purchase))|sign(?:s|ed)?(?! in\\b)|commit\\w*|accept\\w*|go ahead|went ahead|move forward)\\b`,
  ),
  rule(
    "next_step",
    "\\bagree\\w* on a date|\\b(?:next|following) (?:step(?!s? of)|appointment|meeting|visit|contact|call)s?\\b|\\bfollow[- ]?up\\b(?! question)",
    "\\b(?:installation|install|visit|start|appointment) date|\\bfirm appointment|\\b(?:date and time|specific date|concrete date)\\b|\\b(?:schedul|book)\\w*\\b.*\\b(?:appointment|visit|installation|meeting|call)\\b|\\bappointment (?:was )?(?:set|booked|scheduled)",
  ),
  rule(
    "agenda",
    "\\bagenda\\b|\\b(?:how|what)\\b.*\\b(?:visit|appointment|meeting|call|process)\\b.*\\b(?:will go|will look|works?|covers?|involves?)",
    "\\b(?:steps|structure|outline|plan|flow|roadmap|overview|purpose|expectations|process)\\b.*\\b(?:of|for|before) (?:the |this |today's |our )?(?:appointment|visit|meeting|call|starting|conversation)|\\bupfront plan|\\bup[- ]front contract|\\bwhat to expect\\b|\\bset\\w* expectations",
  ),
  rule(
    "price",
    `\\b(?:total|final|full|exact|overall) (?:price|cost|investment|amount|number|figure)|\\bconcrete amount|\\b${TELL}\\b.*\\b(?:price(?! of (?:electricity|gas|oil|energy|fuel|materials?))|pricing|the cost|the investment|quote)\\b|\\b(?:price|pricing|cost|quote|investment)\\b (?:was |is |were )?(?:clearly )?${TELL}`,
  ),
  rule(
    "needs",
    "\\bneeds?\\b(?! to\\b)(?:.*\\b(?:ask|analys|assess|identif|uncover|discover|explor)\\w*|$|\\?)|\\b(?:ask|analys|assess|identif|uncover|discover|explor|understand|understood)\\w*\\b.*\\bneeds\\b",
    "\\bdiscovery\\b|\\bpain(?:s| points?)\\b|\\bmotivation|\\bpriorities\\b|\\bopen[- ]ended questions|\\bprobing questions",
    `\\b${ASK}\\b.*\\b(?:what problem|which problem|the problem|(?:customer|client|homeowner)(?:'s|s') problems?|the reason|reason for|why (?:the )?(?:${CLIENT}|they)|important to|goals|what (?:the )?${CLIENT} (?:wants?|needs?|is looking for|was looking for)|concerns|challenges)`,
  ),
];

// Whether the answer was good is another question than whether the client objected.
const ABOUT_ANSWERS =
  /\b(?:handl|overc[ao]m|resolv|respond|answer|address)\w*\b.*\b(?:objection|concern)/u;

/** A question is a sentence. The rules' time grows with the fourth power of its length. */
const MAX_CHARACTERS = 200;

/** Finds the concept that a scorecard's question asks for, of which other questions have none. */
export const matchQuestion = (text: string): ConceptId | undefined => {
  const plain = text
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/\s+/gu, " ")
    .trim();
  if (ABOUT_ANSWERS.test(plain)) return undefined;
  return RULES.find(([, ...patterns]) => patterns.some((pattern) => pattern.test(plain)))?.[0];
};
