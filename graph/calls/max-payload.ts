/** A longer payload is stored in part and can't be replayed. */
export const MAX_KEPT_PAYLOAD_BYTES = 64 * 1024;
