import type { CallSource, DemoQuestion } from "./events.js";

/** The organization's scorecards. */
export const templates: {
  name: string;
  /** The sources of the calls that it is for. */
  sources: CallSource[];
  questions: DemoQuestion[];
}[] = [
  {
    name: "In-home sales visit",
    sources: ["mobile", "meeting"],
    questions: [
      { question: "Did the rep set an agenda for the visit?" },
      { question: "Did the rep find out why the customer wants to act now?" },
      { question: "Did the rep find out who decides?" },
      { question: "Did the rep explain the warranty?" },
      { question: "Did the rep name the price?" },
      { question: "Did the rep offer a monthly payment?" },
      { question: "Did the rep ask for the order?", weight: 2 },
      { question: "Did the rep agree on a next step with a date?" },
    ],
  },
  {
    name: "Phone call",
    sources: ["dialer"],
    questions: [
      { question: "Did the rep ask about the customer's needs?" },
      { question: "Did the rep ask for the order?", weight: 2 },
      { question: "Did the rep agree on a next step with a date?" },
    ],
  },
];
