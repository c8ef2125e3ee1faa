import type { Customer, DemoEvent } from "./events.js";
import type { Facts } from "./facts.js";
import type { Random } from "./random.js";

const CLIENTS = 60;

const givenNames = [
  ..."Maria James Denise Robert Angela Kevin Yolanda Peter Sandra Michael Ruth Anthony".split(" "),
  ..."Carol Steven Latoya Daniel Joyce Hassan Linda Gregory Mei Brian Teresa Walter".split(" "),
  ..."Nadia Frank Alicia Raymond Holly Samuel Irene Victor Paula Eugene Monica Dennis".split(" "),
];

const familyNames = [
  ..."Delgado Novak Harris Brennan Osei Kowalski Whitaker Nguyen Romano Fletcher".split(" "),
  ..."Abbott Haddad Lindgren Morales Pruitt Sandoval Keller Boyd Mahoney Park".split(" "),
  ..."Ferreira Goodwin Ibrahim Jensen Castellano Tully Vance Yates Petrov Dixon".split(" "),
];

const streets = [
  ..."Alder Birchwood Canal Chestnut Elm Fairview Garfield Hawthorn Juniper".split(" "),
  ..."Lakeview Maple Orchard Prospect Quarry Ridge Sycamore Walnut Willow".split(" "),
];

const kinds = ["Street", "Avenue", "Drive", "Lane", "Court"];
const towns = ["Millbrook", "Ashford", "Cedar Falls", "Port Haven", "Stony Creek", "Westfield"];

/** The organization's customers as its CRM knows them, no two of one name. */
export const createClients = (random: Random): Customer[] => {
  const names = new Set<string>();
  while (names.size < CLIENTS) names.add(`${random.pick(givenNames)} ${random.pick(familyNames)}`);
  return [...names].map((name, index) => ({
    id: `CRM-${10_400 + index * 7}`,
    name,
    email: `${name.toLowerCase().replace(" ", ".")}@mail.example`,
    location: `${random.int(12, 980)} ${random.pick(streets)} ${random.pick(kinds)}, ${random.pick(towns)}`,
  }));
};

/** Who lives there too. */
export const partnerName = (random: Random, client: Customer): string =>
  random.pick(givenNames.filter((name) => !client.name.startsWith(name)));

/** What is written down of a customer who has bought. */
export const clientEvent = (at: number, client: Customer, facts: Facts): DemoEvent => ({
  kind: "client",
  at,
  crmEntityId: client.id,
  input: {
    notes: `Lives with ${facts["spouse"]}. Found us through ${facts["source"]}.`,
    insights: {
      project: facts["project"]!,
      reason: facts["problem"]!,
      product: facts["product"]!,
      value: facts["price"]!,
    },
  },
});
