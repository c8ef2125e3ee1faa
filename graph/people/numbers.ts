import type { Db } from "../../db/engine/connect.js";
import { loadOrganizationCountry } from "../../db/organizations/organization.js";
import {
  findUserIdByNumber,
  loadUserNumbers,
  type NumberKind,
  replaceUserNumbers,
} from "../../db/people/user-numbers.js";
import { conflict, invalidField } from "../core/errors.js";
import { parsePhone } from "./phone.js";

/** The phones of a user or a client, and the extensions of a user. */
export const MAX_NUMBERS = 20;

/** Most phone systems allow 2 to 8 digits; some allow letters. */
const EXTENSION = /^[\w*#.+-]{1,32}$/;

/** Returns an extension as it is stored; undefined for a text that can't be one. */
const parseExtension = (text: string): string | undefined => {
  const extension = text.trim();
  return EXTENSION.test(extension) ? extension : undefined;
};

/** Returns a number as it is stored; undefined for a text that can't be one. */
export const parseNumber = async (
  kind: NumberKind,
  text: string,
  country: string | null,
): Promise<string | undefined> =>
  kind === "extension" ? parseExtension(text) : parsePhone(text, country);

const EXTENSION_HINT = "must have 1 to 32 letters, digits or .*#+-_";
const PHONE_HINT =
  "must be a phone number without an extension: with + and its country code, or of the organization's country";

/** Parses phones of a user or a client, each once. @throws INVALID_FIELD at the position of a bad one */
export const parsePhones = async (
  texts: readonly string[],
  country: string | null,
): Promise<string[]> => {
  const phones = new Set<string>();
  for (const [index, text] of texts.entries()) {
    const phone = await parsePhone(text, country);
    if (phone === undefined) throw invalidField(`phones.${index}`, PHONE_HINT);
    phones.add(phone);
  }
  return [...phones];
};

const parseExtensions = (texts: readonly string[]): string[] => {
  const extensions = texts.map((text, index) => {
    const extension = parseExtension(text);
    if (extension === undefined) throw invalidField(`extensions.${index}`, EXTENSION_HINT);
    return extension;
  });
  return [...new Set(extensions)];
};

/**
 * Adds a number to a user's numbers.
 * @throws INVALID_FIELD for an invalid number or too many numbers; CONFLICT for another user's number
 */
export const addUserNumber = async (
  trx: Db,
  organizationId: string,
  userId: string,
  { kind, number: text }: { kind: NumberKind; number: string },
): Promise<void> => {
  const country = await loadOrganizationCountry(trx, organizationId);
  const number = await parseNumber(kind, text, country);
  if (number === undefined)
    throw invalidField("number", kind === "phone" ? PHONE_HINT : EXTENSION_HINT);
  const holder = await findUserIdByNumber(trx, organizationId, kind, number);
  if (holder === userId) return;
  if (holder !== undefined) throw conflict("already belongs to another user", "number");
  const rows = await loadUserNumbers(trx, organizationId, [userId]);
  const numbers = rows.flatMap((row) => (row.kind === kind ? row.number : []));
  if (numbers.length >= MAX_NUMBERS)
    throw invalidField("number", `exceeds the limit: a user may have at most ${MAX_NUMBERS}`);
  await replaceUserNumbers(trx, organizationId, { userId, kind }, [...numbers, number]);
};

/** The numbers of a user that an input sets. Null clears them; undefined leaves them. */
export interface UserNumbersInput {
  phones?: string[] | null;
  extensions?: string[] | null;
}

/**
 * Replaces the numbers of a user that the input sets.
 * @throws INVALID_FIELD; CONFLICT for a number that another user has
 */
export const setUserNumbers = async (
  trx: Db,
  organizationId: string,
  userId: string,
  { phones, extensions }: UserNumbersInput,
): Promise<void> => {
  const country = await loadOrganizationCountry(trx, organizationId);
  const lists: [kind: NumberKind, field: string, numbers: string[]][] = [];
  if (phones !== undefined)
    lists.push(["phone", "phones", await parsePhones(phones ?? [], country)]);
  if (extensions !== undefined)
    lists.push(["extension", "extensions", parseExtensions(extensions ?? [])]);
  for (const [kind, field, numbers] of lists) {
    for (const [index, number] of numbers.entries()) {
      const holder = await findUserIdByNumber(trx, organizationId, kind, number);
      if (holder !== undefined && holder !== userId)
        throw conflict(`${number} already belongs to another user`, `${field}.${index}`);
    }
    await replaceUserNumbers(trx, organizationId, { userId, kind }, numbers);
  }
};
