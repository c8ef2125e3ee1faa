import { Extensions } from "type-graphql";

/** The price, in rows, of a list whose filter no index answers: it can read the whole list to fill a page. */
export const SCAN_ROWS = 2_500;

/** Returns the price of a scan, in rows, for the arguments of a field. */
type ScanPrice = (args: Record<string, unknown>) => number;

/** Declares that a field can read more rows than it returns. */
export const Scans = (price: ScanPrice): MethodDecorator => Extensions({ scan: price });

export const scanPriceOf = ({
  extensions,
}: {
  extensions: Readonly<Record<string, unknown>>;
}): ScanPrice | undefined => extensions["scan"] as ScanPrice | undefined;

/** Counts those of an input's fields that are set. */
export const countSet = (input: unknown, names: readonly string[]): number =>
  names.filter((name) => ((input ?? {}) as Record<string, unknown>)[name] != null).length;
