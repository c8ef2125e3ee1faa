/** A setting that the program cannot use: exit code 78. The message names the setting and the next step. */
export class ConfigError extends Error {}
