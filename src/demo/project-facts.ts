import { pickPartnerName } from "./clients.js";
import type { DemoCustomer } from "./events.js";
import { COMPANY, firstNameOf, type TradeName } from "./people.js";
import type { Random } from "./random.js";
import { trades } from "./trades.js";

/** Values of the placeholders in phrases: `{client}`, `{price}` … */
export type ProjectFacts = Record<string, string>;

const leadSources = [
  "your website",
  "a neighbor",
  "the home show",
  "a yard sign",
  "an online search",
];

const formatDollars = (amount: number): string =>
  `$${String(Math.round(amount)).replace(/\B(?=(\d{3})+$)/g, ",")}`;

/** Creates the facts of one customer's project, which all its conversations share. */
export const createProjectFacts = (
  random: Random,
  client: DemoCustomer,
  tradeName: TradeName,
): ProjectFacts => {
  const trade = trades[tradeName];
  const units = random.int(...trade.units);
  const price = Math.round((units * random.int(...trade.unitPrice)) / 10) * 10;
  const [product, alternative] = random.sample(trade.products, 2);
  const [street, town] = client.location.split(", ");
  return {
    ...trade.words,
    company: COMPANY,
    client: client.name,
    first: firstNameOf(client.name),
    email: client.email,
    street: street!,
    town: town!,
    spouse: pickPartnerName(random, client),
    project: trade.project,
    problem: random.pick(trade.problems),
    product: product!,
    alternative: alternative!,
    color: random.pick(trade.colors),
    size: `${units} ${trade.unit}`,
    age: String(random.int(...trade.age)),
    years: String(random.int(3, 15)),
    source: random.pick(leadSources),
    price: formatDollars(price),
    // A loan of ten years at about nine percent.
    monthly: formatDollars(price * 0.0127),
    budget: formatDollars(Math.round((price * 0.8) / 500) * 500),
    discount: formatDollars(Math.round((price * 0.06) / 100) * 100),
    deposit: formatDollars(Math.round(price / 1000) * 100),
    warranty: random.pick(["25", "30", "50"]),
    weeks: random.pick(["three", "four", "five", "six"]),
  };
};

/** Replaces the text's placeholders with facts. @throws if a fact is missing */
export const fillPlaceholders = (text: string, facts: ProjectFacts): string =>
  text.replace(/\{(\w+)\}/g, (_, word: string) => {
    const fact = facts[word];
    if (fact === undefined) throw new Error(`no fact for {${word}} in: ${text}`);
    return fact;
  });
