import type { Db } from "../engine/connect.js";
import { checkRead } from "../engine/read-limit.js";
import { MAX_SCANNED_ROWS, ScanLimitError } from "../engine/scan-limit.js";
import { foldWord, RUN } from "../engine/fold-word.js";
import { loadClientPhones } from "./client-phones.js";
import {
  type ClientKeyset,
  type ClientRow,
  listSearchedClients,
  loadClientsByIds,
  type SearchedClient,
} from "./client.js";

/** A client must have all words, or a phone number with the digits. */
export interface ClientTerms {
  /** Folded parts of words, found anywhere in the name, the e-mail, the CRM id or the address. */
  words: readonly string[];
  /** Undefined if the text can't be a phone number. */
  digits: string | undefined;
}

const BATCH_ROWS = 1_000;
/** Fewer digits are in most phone numbers. */
const MIN_DIGITS = 4;

/** Reads the text of a search. */
export const parseClientTerms = (text: string): ClientTerms => {
  // A number is typed as people write it: with a zero or a plus in front, and signs between the digits.
  const digits = /^[+\d\s()./-]+$/.test(text)
    ? text.replaceAll("(0)", "").replace(/\D/g, "").replace(/^0+/, "")
    : "";
  return {
    words: foldWord(text).match(RUN) ?? [],
    digits: digits.length >= MIN_DIGITS ? digits : undefined,
  };
};

const hasWords = (
  { name, email, crmEntityId, address }: SearchedClient,
  words: readonly string[],
): boolean => {
  if (words.length === 0) return false;
  const text = foldWord([name, email, crmEntityId, address].join(" "));
  return words.every((word) => text.includes(word));
};

/** Finds the clients of a batch that have the terms. */
const findMatches = async (
  db: Db,
  organizationId: string,
  batch: readonly SearchedClient[],
  { words, digits }: ClientTerms,
): Promise<SearchedClient[]> => {
  if (digits === undefined) return batch.filter((row) => hasWords(row, words));
  const phones = await loadClientPhones(
    db,
    organizationId,
    batch.map(({ id }) => id),
  );
  const called = new Set(
    phones.filter(({ phone }) => phone.includes(digits)).map(({ clientId }) => clientId),
  );
  return batch.filter((row) => called.has(row.id) || hasWords(row, words));
};

/**
 * Searches clients, newest first, from after the keyset. Reads names until the page is full: a name folds in JavaScript
 * alone, as in a search for words of calls. @throws ScanLimitError outside transactions, after MAX_SCANNED_ROWS
 */
export const searchClients = async (
  db: Db,
  organizationId: string,
  { terms, limit, after }: { terms: ClientTerms; limit: number; after?: ClientKeyset },
): Promise<ClientRow[]> => {
  const found: string[] = [];
  let start = after;
  for (let scanned = 0; ; scanned += BATCH_ROWS) {
    checkRead(db);
    if (scanned >= MAX_SCANNED_ROWS && !db.isTransaction)
      throw new ScanLimitError("the search reads too many clients");
    const batch = await listSearchedClients(db, organizationId, {
      limit: BATCH_ROWS,
      ...(start && { after: start }),
    });
    for (const { id } of await findMatches(db, organizationId, batch, terms)) found.push(id);
    const last = batch.at(-1);
    start = last && { createdAt: last.createdAt, id: last.id };
    if (found.length >= limit || batch.length < BATCH_ROWS) break;
  }
  const ids = found.slice(0, limit);
  const rows = new Map(
    (await loadClientsByIds(db, organizationId, ids)).map((row) => [row.id, row]),
  );
  return ids.flatMap((id) => rows.get(id) ?? []);
};
