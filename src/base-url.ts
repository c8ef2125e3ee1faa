const localUrl = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The URL of a listening address; a wildcard is reached by loopback. */
export const baseUrl = (host: string, port: number): string =>
  localUrl(host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host, port);
