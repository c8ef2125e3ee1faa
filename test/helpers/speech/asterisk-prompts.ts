import { existsSync } from "node:fs";

/** The same prompts in each format: packages asterisk-core-sounds-en-{gsm,g722,wav} of Debian. */
export const ASTERISK_PROMPTS = "/usr/share/asterisk/sounds/en_US_f_Allison";

export const hasPrompts = ["gsm", "g722", "wav"].every((format) =>
  existsSync(`${ASTERISK_PROMPTS}/activated.${format}`),
);
