import type { DemoCustomer } from "./events.js";
import type { Random } from "./random.js";

const CLIENT_COUNT = 90;

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

const streetKinds = ["Street", "Avenue", "Drive", "Lane", "Court"];
const towns = ["Millbrook", "Ashford", "Cedar Falls", "Port Haven", "Stony Creek", "Westfield"];

/** Creates the organization's customers as its CRM stores them. Names are unique. */
export const createClients = (random: Random): DemoCustomer[] => {
  const names = new Set<string>();
  while (names.size < CLIENT_COUNT)
    names.add(`${random.pick(givenNames)} ${random.pick(familyNames)}`);
  return [...names].map((name, index) => ({
    id: `CRM-${10_400 + index * 7}`,
    name,
    email: `${name.toLowerCase().replace(" ", ".")}@mail.example`,
    location: `${random.int(12, 980)} ${random.pick(streets)} ${random.pick(streetKinds)}, ${random.pick(towns)}`,
  }));
};

/** Picks a first name for the customer's partner, other than the customer's own. */
export const pickPartnerName = (random: Random, client: DemoCustomer): string =>
  random.pick(givenNames.filter((name) => !client.name.startsWith(name)));
