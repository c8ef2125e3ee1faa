/** The arguments of an operation or the parameters of an endpoint, by name. */
export type RequestValues = Record<string, unknown>;
