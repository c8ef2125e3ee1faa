import type { ComponentType } from "preact";
import type { ScreenPath } from "../src/console/paths.js";
import type { IconName } from "./parts/icon.js";

/** A screen is loaded when it is first gone to; it is given the ids of its path as props. */
interface Entry {
  // Each has the props that its path names.
  // oxlint-disable-next-line typescript/no-explicit-any
  load: () => Promise<{ default: ComponentType<any> }>;
  /** In the navigation, under this name. */
  nav?: { text: string; icon: IconName };
  /** Without the navigation: nobody has signed in. */
  bare?: boolean;
}

export const screens: Record<ScreenPath, Entry> = {
  "/": { load: () => import("./screens/home.js") },
  "/setup": { load: () => import("./screens/setup.js"), bare: true },
  "/sign-in": { load: () => import("./screens/sign-in.js"), bare: true },
  "/recordings": {
    load: () => import("./screens/recordings.js"),
    nav: { text: "Recordings", icon: "recordings" },
  },
  "/recordings/:id": { load: () => import("./screens/recording.js") },
  "/appointments": {
    load: () => import("./screens/appointments.js"),
    nav: { text: "Appointments", icon: "appointments" },
  },
  "/appointments/:eventId": { load: () => import("./screens/appointment.js") },
  "/clients": {
    load: () => import("./screens/clients.js"),
    nav: { text: "Clients", icon: "clients" },
  },
  "/clients/:id": { load: () => import("./screens/client.js") },
  "/stats": {
    load: () => import("./screens/stats.js"),
    nav: { text: "Statistics", icon: "stats" },
  },
  "/people": {
    load: () => import("./screens/people.js"),
    nav: { text: "People", icon: "people" },
  },
  "/webhooks": {
    load: () => import("./screens/webhooks.js"),
    nav: { text: "Webhooks", icon: "webhooks" },
  },
  "/webhooks/:id": { load: () => import("./screens/webhook.js") },
  "/deliveries": {
    load: () => import("./screens/deliveries.js"),
    nav: { text: "Deliveries", icon: "deliveries" },
  },
  "/received": {
    load: () => import("./screens/received.js"),
    nav: { text: "Received calls", icon: "received" },
  },
  "/settings": {
    load: () => import("./screens/settings.js"),
    nav: { text: "Settings", icon: "settings" },
  },
  "/settings/audit-log": { load: () => import("./screens/audit-log.js") },
};
