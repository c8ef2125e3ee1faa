/** The limits of named keys. docs/keys.md shows them: run `npm run docs` after a change. */
export const KEY_LIMITS = {
  /** Of an organization's programs. A person's keys count by themselves, so that no person uses them up. */
  programKeys: 200,
  personalKeys: 10,
  teamsPerKey: 100,
} as const;
