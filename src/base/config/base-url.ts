const buildLocalUrl = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Builds the URL of a listening address. A wildcard address becomes loopback. */
export const buildBaseUrl = (host: string, port: number): string =>
  buildLocalUrl(host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host, port);
