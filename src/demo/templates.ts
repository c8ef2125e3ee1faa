import type { CallSource } from "./events.js";

/** The organization's scorecards. */
export const templates: {
  name: string;
  /** The sources of the calls that it is for. */
  sources: CallSource[];
  questions: string[];
}[] = [
  {
    name: "In-home sales visit",
    sources: ["mobile", "meeting"],
    questions: [
      "Did the rep set an agenda for the visit?",
      "Did the rep find out why the customer wants to act now?",
      "Did the rep find out who decides?",
      "Did the rep explain the warranty?",
      "Did the rep name the price?",
      "Did the rep offer a monthly payment?",
      "Did the rep ask for the order?",
      "Did the rep agree on a next step with a date?",
    ],
  },
  {
    name: "Phone call",
    sources: ["dialer"],
    questions: [
      "Did the rep ask about the customer's needs?",
      "Did the rep ask for the order?",
      "Did the rep agree on a next step with a date?",
    ],
  },
];
