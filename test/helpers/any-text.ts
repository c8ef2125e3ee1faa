import fc from "fast-check";

const SURROGATES = 0x800;

/** Any character but U+0000, of which nothing can be kept. fast-check's own takes a second to set up. */
const character = fc
  .integer({ min: 1, max: 0x10ffff - SURROGATES })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + SURROGATES));

/** Text of any characters, as often as not of those on a keyboard. */
export const anyText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ unit: character, minLength, maxLength }),
  );
