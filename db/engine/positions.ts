/** A recording's position is the time of its creation in microseconds since 1970. */
export const POSITIONS_PER_MS = 1_000;
/** Above every recording. */
export const NO_POSITION = Number.MAX_SAFE_INTEGER;
