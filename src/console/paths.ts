/** The screens of the console: web/screens.ts has one for each. What is behind a colon is any id. */
export const paths = [
  "/",
  "/setup",
  "/sign-in",
  "/recordings",
  "/recordings/:id",
  "/appointments",
  "/appointments/:eventId",
  "/clients",
  "/clients/:id",
  "/stats",
  "/people",
  "/webhooks",
  "/webhooks/:id",
  "/deliveries",
  "/settings",
] as const;

export type ScreenPath = (typeof paths)[number];
