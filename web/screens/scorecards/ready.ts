/** Scorecards to start from. Rules answer each question by what is meant, without a tracker. */
export const readyScorecards: readonly { name: string; questions: readonly string[] }[] = [
  {
    name: "In-home sales visit",
    questions: [
      "Did the rep set an agenda for the visit?",
      "Did the rep ask about the customer's needs?",
      "Did the rep find out who decides?",
      "Did the rep explain the warranty?",
      "Did the rep name the price?",
      "Did the rep offer a monthly payment?",
      "Did the rep ask for the order?",
      "Did the rep agree on a next step with a date?",
    ],
  },
  {
    name: "Sales call",
    questions: [
      "Did the rep ask about the customer's needs?",
      "Did the rep find out who decides?",
      "Did the rep ask about the budget?",
      "Did the rep ask for the order?",
      "Did the rep agree on a next step with a date?",
    ],
  },
  {
    name: "Service visit",
    questions: [
      "Did the rep ask about the customer's needs?",
      "Did the rep explain the options?",
      "Did the rep explain the warranty?",
      "Did the rep name the price?",
      "Did the rep ask for a review?",
    ],
  },
];
