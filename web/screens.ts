import type { ComponentType } from "preact";
import type { ScreenPath } from "../src/api/console/paths.js";
import type { IconName } from "./parts/icon.js";

interface ScreenEntry {
  /** Loads the screen's code on the first visit. The component receives the ids of its path as props. */
  // oxlint-disable-next-line typescript/no-explicit-any
  load: () => Promise<{ default: ComponentType<any> }>;
  /** Managers and reps don't see the screen. */
  isForAdmins?: true;
  /** The screen's entry in the navigation; `for`: without it, everyone has the entry. Managers include admins. */
  nav?: { text: string; icon: IconName; for?: "admins" | "managers" | "reps" };
}

export const screens: Record<ScreenPath, ScreenEntry> = {
  "/": {
    load: () => import("./screens/home/index.js"),
    nav: { text: "Overview", icon: "overview", for: "admins" },
  },
  "/setup": { load: () => import("./screens/setup/index.js") },
  "/sign-in": { load: () => import("./screens/sign-in/index.js") },
  "/join": { load: () => import("./screens/join/index.js") },
  "/team": {
    load: () => import("./screens/team/index.js"),
    nav: { text: "Team", icon: "team", for: "managers" },
  },
  "/team/habits": { load: () => import("./screens/habits/index.js") },
  "/my-week": {
    load: () => import("./screens/my-week/index.js"),
    nav: { text: "My week", icon: "clock", for: "reps" },
  },
  "/reps/:email": { load: () => import("./screens/rep/index.js") },
  "/recordings": {
    load: () => import("./screens/recordings/index.js"),
    nav: { text: "Recordings", icon: "recordings" },
  },
  "/recordings/:id": { load: () => import("./screens/recording/index.js") },
  "/comments": {
    load: () => import("./screens/comments/index.js"),
    nav: { text: "Comments", icon: "comments" },
  },
  "/next-steps": {
    load: () => import("./screens/next-steps/index.js"),
    nav: { text: "Next steps", icon: "check" },
  },
  "/library": {
    load: () => import("./screens/library/index.js"),
    nav: { text: "Library", icon: "library" },
  },
  "/library/:id": { load: () => import("./screens/clip/index.js") },
  "/appointments": {
    load: () => import("./screens/appointments/index.js"),
    nav: { text: "Appointments", icon: "appointments" },
  },
  "/appointments/:eventId": { load: () => import("./screens/appointment/index.js") },
  "/clients": {
    load: () => import("./screens/clients/index.js"),
    nav: { text: "Clients", icon: "clients" },
  },
  "/clients/:id": { load: () => import("./screens/client/index.js") },
  "/stats": {
    load: () => import("./screens/stats/index.js"),
    nav: { text: "Statistics", icon: "stats" },
  },
  "/stats/compare": { load: () => import("./screens/compare/index.js") },
  "/scorecards": {
    load: () => import("./screens/scorecards/index.js"),
    nav: { text: "Scorecards", icon: "scorecards", for: "managers" },
  },
  "/trackers": {
    load: () => import("./screens/trackers/index.js"),
    nav: { text: "Trackers", icon: "trackers" },
  },
  "/people": {
    isForAdmins: true,
    load: () => import("./screens/people/index.js"),
    nav: { text: "People", icon: "people" },
  },
  "/webhooks": {
    isForAdmins: true,
    load: () => import("./screens/webhooks/index.js"),
    nav: { text: "Webhooks", icon: "webhooks" },
  },
  "/webhooks/:id": { isForAdmins: true, load: () => import("./screens/webhook/index.js") },
  "/deliveries": {
    isForAdmins: true,
    load: () => import("./screens/deliveries/index.js"),
    nav: { text: "Deliveries", icon: "deliveries" },
  },
  "/received": {
    isForAdmins: true,
    load: () => import("./screens/received/index.js"),
    nav: { text: "Received calls", icon: "received" },
  },
  "/settings": {
    load: () => import("./screens/settings/index.js"),
    nav: { text: "Settings", icon: "settings" },
  },
  "/settings/keys": { load: () => import("./screens/keys/index.js") },
  "/settings/organization": {
    isForAdmins: true,
    load: () => import("./screens/organization/index.js"),
  },
  "/settings/calendars": { isForAdmins: true, load: () => import("./screens/calendars/index.js") },
  "/settings/vocabulary": {
    isForAdmins: true,
    load: () => import("./screens/vocabulary/index.js"),
  },
  "/settings/privacy": { isForAdmins: true, load: () => import("./screens/privacy/index.js") },
  "/settings/audit-log": { isForAdmins: true, load: () => import("./screens/audit-log/index.js") },
};
