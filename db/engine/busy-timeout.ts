/** How long a statement waits while another process changes the SQLite database. */
export const BUSY_TIMEOUT_MS = 5_000;
