import { COMPANY, type TradeName } from "./people.js";
import type { ProjectFacts } from "./project-facts.js";
import { trades } from "./trades.js";

const OF_ALL_TRADES: ProjectFacts = {
  company: COMPANY,
  client: "Linda Jensen",
  first: "Linda",
  email: "linda.jensen@mail.example",
  street: "14 Ridge Court",
  town: "Maplewood",
  spouse: "Mark",
  rep: "Luis",
  repFull: "Luis Ortega",
  next: "Friday at 10 AM",
  nextWhat: "call you",
  age: "20",
  years: "8",
  source: "your website",
  price: "$18,400",
  monthly: "$230",
  budget: "$15,000",
  discount: "$1,100",
  deposit: "$1,800",
  warranty: "30",
  weeks: "four",
};

const createFacts = (name: TradeName, size: string): ProjectFacts => {
  const { words, project, problems, products, colors } = trades[name];
  return {
    ...OF_ALL_TRADES,
    ...words,
    project,
    problem: problems[0]!,
    product: products[0]!,
    alternative: products[1]!,
    color: colors[0]!,
    size,
  };
};

/** The facts with which the meanings of all lines are computed: names and figures hardly change what a sentence means. */
export const sampleFacts: Record<TradeName, ProjectFacts> = {
  roofing: createFacts("roofing", "26 squares"),
  windows: createFacts("windows", "12 openings"),
};
