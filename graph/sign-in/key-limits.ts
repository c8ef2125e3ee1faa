/** The limits of named keys. docs/keys.md shows them: run `npm run docs` after a change. */
export const KEY_LIMITS = {
  /** For an organization's programs. Each person's keys count separately, so that no person uses these up. */
  programKeys: 200,
  personalKeys: 10,
  teamsPerKey: 100,
} as const;
