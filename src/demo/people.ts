export type TradeName = "roofing" | "windows";

export interface Person {
  email: string;
  name: string;
  role: "admin" | "manager" | "rep";
  team?: string;
  /** The trade that this person sells on visits; customer care makes no visits. */
  trade?: TradeName;
  /** Days since this person left; undefined for active people. */
  leftDaysAgo?: number;
}

export const COMPANY = "Larkspur Home Exteriors";

const createPerson = (name: string, fields: Omit<Person, "name" | "email">): Person => ({
  name,
  email: `${name.toLowerCase().replace(" ", ".")}@larkspur.example`,
  ...fields,
});

const roofing = { team: "Roofing", trade: "roofing" } as const;
const windows = { team: "Windows and Doors", trade: "windows" } as const;
const care = { team: "Customer Care" } as const;

export const people: Person[] = [
  createPerson("Dana Whitfield", { role: "admin" }),
  createPerson("Marcus Bell", { role: "manager", ...roofing }),
  createPerson("Priya Raman", { role: "rep", ...roofing }),
  createPerson("Tom Okafor", { role: "rep", ...roofing }),
  createPerson("Elena Sorokina", { role: "rep", ...roofing }),
  createPerson("Grace Lindqvist", { role: "manager", ...windows }),
  createPerson("Ben Castillo", { role: "rep", ...windows }),
  createPerson("Aiko Tanaka", { role: "rep", ...windows }),
  createPerson("Will Harmon", { role: "rep", ...windows, leftDaysAgo: 24 }),
  createPerson("Nora Finch", { role: "manager", ...care }),
  createPerson("Luis Ortega", { role: "rep", ...care }),
];

export const teamNames: string[] = [roofing.team, windows.team, care.team];

export const listMembers = (team: string): Person[] =>
  people.filter((member) => member.team === team);

export const findLead = (team: string | undefined): Person =>
  people.find((member) => member.team === team && member.role === "manager")!;

export const firstNameOf = (name: string): string => name.split(" ")[0]!;
