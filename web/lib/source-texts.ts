/** Names of the sources of recordings. */
export const sourceTexts = {
  dialer: "Dialer",
  meeting: "Meeting",
  mobile: "Mobile",
  upload: "Upload",
} as const;

export type Source = keyof typeof sourceTexts;
