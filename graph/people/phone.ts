import type { CountryCode, PhoneNumber } from "libphonenumber-js";
import { cleanPhone } from "./clean-phone.js";

/** Longer texts aren't phone numbers, even inside a SIP address; the library reads 250 characters at most. */
const MAX_CHARACTERS = 250;
const MAX_NUMBER_CHARACTERS = 64;

/** Loaded with the first number: its metadata of all countries is large. */
const load = async () => import("libphonenumber-js/max");

type Library = Awaited<ReturnType<typeof load>>;

/** Returns whether the metadata has the country, an ISO 3166-1 code of two capital letters. */
export const isKnownCountry = async (country: string): Promise<boolean> =>
  (await load()).isSupportedCountry(country);

/** Prefixes that carriers and phone books still have: Mexico dropped these in 2019, and Argentina has 9 or 15, not both. */
const OLD_MOBILES = [
  [/^\+52(?:1|01|04[45])(\d{10})$/, "+52$1"],
  [/^\+549(\d{2,4}15\d{6,8})$/, "+54$1"],
] as const;

/** Parses the text and nothing besides. Also returns numbers that aren't possible. */
const parseAs = (
  { parsePhoneNumberFromString }: Library,
  text: string,
  country: CountryCode | undefined,
): PhoneNumber | undefined => {
  const parsed = parsePhoneNumberFromString(text, {
    ...(country !== undefined && { defaultCountry: country }),
    extract: false,
  });
  if (!parsed || parsed.isPossible() || parsed.ext !== undefined) return parsed;
  const [form, current] = OLD_MOBILES.find(([old]) => old.test(parsed.number)) ?? [];
  return form ? parsePhoneNumberFromString(parsed.number.replace(form, current!)) : parsed;
};

/** Returns whether the country's own numbers begin with a prefix, such as 0, that this text doesn't have. */
const hasNoTrunkPrefix = (
  { Metadata }: Library,
  text: string,
  country: CountryCode,
  callingCode: string,
): boolean => {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  // Missing in the library's types.
  const { numberingPlan } = metadata as unknown as {
    numberingPlan: { nationalPrefix: () => string | null };
  };
  const prefix = numberingPlan.nationalPrefix();
  return Boolean(prefix) && prefix !== callingCode && !text.startsWith(prefix!);
};

/**
 * Parses a text without "+". Many phone systems and carriers omit it, so the text is also read as a number with its
 * country code. The valid reading counts. If both are valid, it is the country's own number, unless such a number would
 * begin with a prefix and the text begins with the country's code.
 */
const parseWithoutPlus = (
  library: Library,
  text: string,
  country: CountryCode,
): PhoneNumber | undefined => {
  const national = parseAs(library, text, country);
  if (!/^[1-9]/.test(text)) return national;
  const international = parseAs(library, `+${text}`, undefined);
  if (!international?.isValid()) return national;
  const callingCode = library.getCountryCallingCode(country);
  const isOwn = international.countryCallingCode === callingCode;
  const isNational =
    national?.isValid() && !(isOwn && hasNoTrunkPrefix(library, text, country, callingCode));
  return isNational ? national : international;
};

/**
 * Returns a phone number in E.164. `country`: the default for a number without a country code. Returns undefined for a
 * text with anything besides one number, with an extension, or without a known country: it could reach another person.
 */
export const parsePhone = async (
  text: string,
  country: string | null,
): Promise<string | undefined> => {
  if (text.length > MAX_CHARACTERS) return undefined;
  const cleaned = cleanPhone(text);
  if (cleaned.length > MAX_NUMBER_CHARACTERS) return undefined;
  const library = await load();
  const parsed =
    country === null
      ? parseAs(library, cleaned, undefined)
      : parseWithoutPlus(library, cleaned, country as CountryCode);
  // Checks for possible, not valid, numbers: countries open new ranges faster than the metadata follows.
  return parsed?.isPossible() && parsed.ext === undefined ? parsed.number : undefined;
};
