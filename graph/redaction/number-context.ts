/** Words around a number, and what they imply about it. */

const CARD =
  /card|visa|master\s?card|maestro|amex|american express|diners|discover|\bpan\b|\bcvv|\bcvc|security code|expir|kredit|karte|carte|tarjeta|carta di credito|cartão/giu;

const OTHER_NOUN =
  "order|invoice|bill|tracking|parcel|shipment|package|reference|ref|ticket|case|claim|policy|contract|customer|client|member(?:ship)?|account|acct|serial|imei|iccid|sim|phone|telephone|mobile|cell|fax|tel|iban|bic|routing|sort|tax|vat|isbn|ean|barcode|sku|part|model|meter|booking|reservation|confirmation|transaction|transfer|quote|licen[cs]e|passport|insurance|job|batch|lot|asset|device|call|extension|conference|meeting|webinar|bestellung|rechnung|auftrag|sendung|telefon|kunden?";

const OTHER = new RegExp(`(?<!\\p{L})(?:${OTHER_NOUN})(?:s|s?nummer|n[ou]mm?er)?(?!\\p{L})`, "giu");

/** A noun phrase that names the number directly before it: `order number is`. */
const NAMED_OTHER = new RegExp(
  `(?<!\\p{L})(?:${OTHER_NOUN})[\\s_-]*(?:numbers?|no|nr|num|id|#|code|nummer)(?!\\p{L})[^\\p{L}\\p{N}]*(?:(?:is|was|it's|of|starts|begins|with)[^\\p{L}\\p{N}]+){0,3}$`,
  "iu",
);

/** How much text before and after a number counts. The name of another number counts over a shorter distance. */
export const CONTEXT_BEFORE = 400;
const OTHER_BEFORE = 120;
export const CONTEXT_AFTER = 80;

const findLast = (expression: RegExp, text: string): number => {
  let last = -1;
  for (const match of text.matchAll(expression)) last = match.index;
  return last;
};

/** Returns whether the text names another kind of number, such as an order number. */
export const namesOtherNumber = (text: string): boolean => text.search(OTHER) >= 0;

/** Decides from the text before and after a number whether it is a card number, another number, or unclear. */
export const readContext = (before: string, after: string): "card" | "other" | "none" => {
  if (NAMED_OTHER.test(before)) return "other";
  const card = findLast(CARD, before);
  const recent = before.slice(-OTHER_BEFORE).split("\n").slice(-2).join("\n");
  const other = findLast(OTHER, recent) < 0 ? -1 : findLast(OTHER, before);
  const sentence = Math.max(...[...".?!\n"].map((mark) => before.lastIndexOf(`${mark} `)), -1);
  // "The card for the invoice is 4111…": in one sentence the card wins.
  if (card >= 0 && (card > other || card > sentence)) return "card";
  if (other >= 0) return "other";
  return after.search(CARD) >= 0 ? "card" : "none";
};
