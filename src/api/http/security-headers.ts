const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Creates the headers of every response: no content sniffing and, if the public URL is https, only https from now on.
 * Reads `services.publicUrl` per request, because it depends on the port.
 */
export const createSecurityHeaders =
  (services: { publicUrl: string }) => (): Record<string, string> =>
    services.publicUrl.startsWith("https:")
      ? {
          "x-content-type-options": "nosniff",
          "strict-transport-security": `max-age=${YEAR_S}`,
        }
      : { "x-content-type-options": "nosniff" };
