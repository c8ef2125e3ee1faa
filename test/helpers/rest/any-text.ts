import fc from "fast-check";

const SURROGATES = 0x800;

/**
 * Any character but U+0000, which no database stores. fast-check's own generator takes a second to
 * set up.
 */
const character = fc
  .integer({ min: 1, max: 0x10ffff - SURROGATES })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + SURROGATES));

/** Generates any text; half of it uses keyboard characters only. */
export const anyText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ unit: character, minLength, maxLength }),
  );
