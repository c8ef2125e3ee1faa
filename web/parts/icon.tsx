const iconPaths = {
  alert:
    "M12 8v5m0 3.5v.01M10.3 3.9 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z",
  appointments:
    "M7 3v3m10-3v3M4 9.5h16M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Z",
  check: "M20 6.5 9.5 17.5 4 12",
  clients:
    "M16 19v-1.5a3.5 3.5 0 0 0-3.5-3.5h-5A3.5 3.5 0 0 0 4 17.5V19M10 10.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM20 19v-1.5a3.5 3.5 0 0 0-2.5-3.3M15 4.3a3.25 3.25 0 0 1 0 6",
  clock: "M12 7v5l3 2m6-2a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z",
  close: "M6 6l12 12M18 6 6 18",
  comments: "M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-4.5 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Z",
  copy: "M9 9h10v11H9zM15 9V5H5v11h4",
  deliveries: "M4 12h13m-5-5 5 5-5 5M20 5v14",
  dash: "M6 12h12",
  edit: "M4 20h4L19 9a2.1 2.1 0 0 0-3-3L5 17l-1 3ZM14 8l3 3",
  keys: "M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM7 10h.01M11 10h.01M15 10h.01M8 14h8",
  library: "M6 4h12v16l-6-4.5L6 20V4Z",
  link: "M9.5 14.5l5-5M8 12l-2.2 2.2a3.5 3.5 0 0 0 5 5L13 17m-2-10 2.2-2.2a3.5 3.5 0 0 1 5 5L16 12",
  menu: "M4 7h16M4 12h16M4 17h16",
  overview: "M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z",
  pause: "M8 5v14M16 5v14",
  play: "M8 5v14l11-7L8 5Z",
  people: "M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm7 9a7 7 0 0 0-14 0",
  received:
    "M15 4v5h5m1-6-6 6M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2Z",
  recordings: "M4 10v4m4-7v10m4-13v16m4-13v10m4-7v4",
  scorecards: "M5 4h14v16H5zM8.5 9l1.5 1.5L12.5 8M8.5 15l1.5 1.5L12.5 14M15 9.5h1.5M15 15.5h1.5",
  settings: "M4 7h9m4 0h3M4 17h3m4 0h9M15 5v4M9 15v4",
  signOut: "M14 4h5a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-5M10 16l-4-4 4-4m-4 4h9",
  stats: "M4 20V10m5.3 10V4m5.4 16v-7M20 20V8",
  swap: "M7 4 3 8l4 4M3 8h14M17 12l4 4-4 4m4-4H7",
  team: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 8a6 6 0 0 1 12 0m1-8a2.5 2.5 0 1 0 0-5m5 12a5 5 0 0 0-4-5",
  trackers: "M5 21V4m0 0h12l-2.5 4L17 12H5",
  up: "M12 19V5m-6 6 6-6 6 6",
  webhooks: "M8 8 4 12l4 4m8-8 4 4-4 4M13.5 5l-3 14",
} as const;

export type IconName = keyof typeof iconPaths;

/** A decorative icon. The text beside it carries the meaning. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={iconPaths[name]} />
  </svg>
);
