/** The function in SQL that counts the rows of a scan (read-limit.ts). */
export const SCAN_ROW = "scan_row";

/** The most rows that one statement may scan on the main thread. Scanning them takes a few milliseconds. */
export const MAX_SCANNED_ROWS = 2_500;

/** A statement on the main thread has scanned too many rows. The same read may run in another thread. */
export class ScanLimitError extends Error {}
