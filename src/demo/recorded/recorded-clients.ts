import type { DemoCustomer } from "../events.js";

const createClient = (number: number, name: string, location: string): DemoCustomer => ({
  id: `CRM-${number}`,
  name,
  email: `${name.toLowerCase().replace(" ", ".")}@mail.example`,
  location,
});

/** The customers of the calls with audio. No customer of the story has one of these family names. */
export const recordedClients = {
  carol: createClient(9301, "Carol Bergman", "48 Orchard Lane, Millbrook"),
  steven: createClient(9302, "Steven Marsh", "215 Walnut Street, Westfield"),
  joyce: createClient(9303, "Joyce Calloway", "9 Quarry Road, Ashford"),
  raymond: createClient(9304, "Raymond Doyle", "730 Lakeview Drive, Port Haven"),
  holly: createClient(9305, "Holly Winters", "61 Maple Avenue, Stony Creek"),
  gregory: createClient(9306, "Gregory Stone", "112 Elm Street, Westfield"),
  teresa: createClient(9307, "Teresa Monroe", "37 Juniper Court, Millbrook"),
  walter: createClient(9308, "Walter Griffin", "504 Prospect Avenue, Ashford"),
  paula: createClient(9309, "Paula Jennings", "18 Willow Lane, Cedar Falls"),
  frank: createClient(9310, "Frank Holloway", "926 Canal Street, Port Haven"),
};
