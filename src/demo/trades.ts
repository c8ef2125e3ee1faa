import type { TradeName } from "./people.js";

/** Products and services; the words fit the sentences of the phrase banks. */
export interface Trade {
  project: string;
  words: { thing: string; it: string; isThing: string; newThing: string };
  problems: string[];
  products: string[];
  colors: string[];
  unit: string;
  units: [min: number, max: number];
  /** Dollars. */
  unitPrice: [min: number, max: number];
  /** Years. */
  age: [min: number, max: number];
}

export const trades: Record<TradeName, Trade> = {
  roofing: {
    project: "roof replacement",
    words: { thing: "roof", it: "it", isThing: "is the roof", newThing: "a new roof" },
    problems: [
      "a water stain over the back bedroom",
      "a pile of shingles in the yard after every storm",
      "a leak around the chimney",
      "a soft spot near the ridge",
      "water dripping into the garage",
    ],
    products: ["architectural shingles", "impact-rated shingles", "standing-seam metal"],
    colors: ["charcoal", "slate gray", "weathered wood", "hunter green"],
    unit: "squares",
    units: [17, 38],
    unitPrice: [470, 720],
    age: [16, 27],
  },
  windows: {
    project: "window replacement",
    words: { thing: "windows", it: "them", isThing: "are the windows", newThing: "new windows" },
    problems: [
      "a draft in the living room",
      "fog between the panes",
      "water on the bedroom sills every morning",
      "street noise in the front rooms",
      "a kitchen window that does not close any more",
    ],
    products: ["double-pane vinyl windows", "triple-pane windows", "fiberglass windows"],
    colors: ["white", "sandstone", "bronze", "black"],
    unit: "openings",
    units: [6, 21],
    unitPrice: [820, 1380],
    age: [18, 34],
  },
};
