import type { Stage } from "../projects.js";
import type { StepResult } from "./talk.js";

export const stageTitles: Record<Stage, string> = {
  inquiry: "First call",
  visit: "In-home visit",
  review: "Offer review",
  followup: "Follow-up call",
  checkin: "Project check-in",
};

export const openings: Record<Stage, string> = {
  inquiry: "{client} got in touch about {newThing} because of {problem}.",
  visit:
    "{rep} visited {client} to look at the {thing} and presented {product} for {size} at {price}.",
  review: "{rep} went through the offer for {newThing} with {client} in a video call.",
  followup: "{rep} called {client} about the open offer of {price} for {newThing}.",
  checkin: "{rep} called {client} to prepare the {project}.",
};

export const outcomes: Record<StepResult, string> = {
  sold: "{first} decided to go ahead and pays a deposit of {deposit}.",
  next: "They agreed to talk again on {next}.",
  lost: "{first} will not go ahead with us.",
  open: "No decision was made and no date was set.",
};

/** For calls that are about the work, not about the order. */
export const preparedOutcome = "Open questions about date, material and payment were settled.";

/** What a speaker promised to do: the rep (explicit) or the customer (client). */
interface Promises {
  explicit: string[];
  client: string[];
}

export const promises: Record<StepResult | "inquiry", Promises> = {
  inquiry: {
    explicit: [
      "Send a confirmation for {next} to {email}",
      "Tell the specialist about {problem}",
      "Look up the permit rules of {town}",
    ],
    client: ["Look for the old invoice", "Make sure that {spouse} is at home on {next}"],
  },
  sold: {
    explicit: [
      "Send the signed agreement to {email}",
      "Order {product} in {color}",
      "Apply for the permit in {town}",
      "Put the project on the schedule in about {weeks} weeks",
    ],
    client: ["Pay the deposit of {deposit}", "Tell the neighbors about the dumpster"],
  },
  next: {
    explicit: [
      "Send a confirmation for {next} to {email}",
      "Prepare the pictures for {spouse}",
      "Send the price of {alternative} for comparison",
    ],
    client: ["Talk to {spouse}", "Send the other offer for comparison"],
  },
  lost: { explicit: ["Move the file to next spring's mailing"], client: [] },
  open: {
    explicit: ["Keep the offer open until the end of the month", "Call again in two weeks"],
    client: ["Get in touch once a decision is made"],
  },
};

export const failureReasons = [
  "The recording has no speech after the first seconds",
  "The audio file could not be decoded",
  "Only one side of the call was recorded",
];

export const notes = {
  home: "Home: {street}, {town}; {years} years in the house; {thing} about {age} years old",
  need: "Need: {problem}",
  offer:
    "Offer: {product} in {color}, {size}, {price} ({monthly} a month); {warranty}-year warranty",
};
