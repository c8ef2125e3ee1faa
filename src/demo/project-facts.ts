import { partnerName } from "./clients.js";
import type { Customer } from "./events.js";
import { COMPANY, firstName, type TradeName } from "./people.js";
import type { Random } from "./random.js";
import { trades } from "./trades.js";

/** What the phrases' `{words}` stand for. */
export type Facts = Record<string, string>;

const sources = ["your website", "a neighbor", "the home show", "a yard sign", "an online search"];

const dollars = (amount: number): string =>
  `$${String(Math.round(amount)).replace(/\B(?=(\d{3})+$)/g, ",")}`;

/** What is true of one customer's project, whoever talks about it. */
export const createFacts = (random: Random, client: Customer, tradeName: TradeName): Facts => {
  const trade = trades[tradeName];
  const units = random.int(...trade.units);
  const price = Math.round((units * random.int(...trade.unitPrice)) / 10) * 10;
  const [product, alternative] = random.some(trade.products, 2);
  const [street, town] = client.location.split(", ");
  return {
    ...trade.words,
    company: COMPANY,
    client: client.name,
    first: firstName(client.name),
    email: client.email,
    street: street!,
    town: town!,
    spouse: partnerName(random, client),
    project: trade.project,
    problem: random.pick(trade.problems),
    product: product!,
    alternative: alternative!,
    color: random.pick(trade.colors),
    size: `${units} ${trade.unit}`,
    age: String(random.int(...trade.age)),
    years: String(random.int(3, 15)),
    source: random.pick(sources),
    price: dollars(price),
    // Ten years at about nine percent.
    monthly: dollars(price * 0.0127),
    budget: dollars(Math.round((price * 0.8) / 500) * 500),
    discount: dollars(Math.round((price * 0.06) / 100) * 100),
    deposit: dollars(Math.round(price / 1000) * 100),
    warranty: random.pick(["25", "30", "50"]),
    weeks: random.pick(["three", "four", "five", "six"]),
  };
};

/** The text with its `{words}` filled in. @throws for a word that the facts do not have */
export const fill = (text: string, facts: Facts): string =>
  text.replace(/\{(\w+)\}/g, (_, word: string) => {
    const fact = facts[word];
    if (fact === undefined) throw new Error(`there is no {${word}} to say: ${text}`);
    return fact;
  });
