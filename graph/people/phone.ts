import type { CountryCode } from "libphonenumber-js";

/** Longer texts aren't phone numbers; the library reads 250 characters at most. */
const MAX_CHARACTERS = 64;

/** Loaded with the first number: its metadata of all countries is large. */
const load = async () => import("libphonenumber-js/max");

/** Returns whether the metadata has the country, an ISO 3166-1 code of two capital letters. */
export const isKnownCountry = async (country: string): Promise<boolean> =>
  (await load()).isSupportedCountry(country);

/** Drops what programs put around a number: marks of the writing direction, `tel:`, and brackets of the country code. */
const clean = (text: string): string =>
  text
    .replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "")
    .trim()
    .replace(/^tel:/i, "")
    .replace(/^\(\s*(\+\d{1,3})\s*\)/, "$1 ");

/**
 * Returns a phone number in E.164. `country`: the default for a number without a country code. Returns undefined for a
 * text with anything besides one number, with an extension, or without a known country: it could reach another person.
 */
export const parsePhone = async (
  text: string,
  country: string | null,
): Promise<string | undefined> => {
  if (text.length > MAX_CHARACTERS) return undefined;
  const { parsePhoneNumberFromString } = await load();
  const parsed = parsePhoneNumberFromString(clean(text), {
    ...(country !== null && { defaultCountry: country as CountryCode }),
    extract: false,
  });
  // Checks for possible, not valid, numbers: countries open new ranges faster than the metadata follows.
  return parsed?.isPossible() && parsed.ext === undefined ? parsed.number : undefined;
};
