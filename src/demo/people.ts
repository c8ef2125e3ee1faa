export type TradeName = "roofing" | "windows";

export interface Person {
  email: string;
  name: string;
  role: "admin" | "manager" | "rep";
  team?: string;
  /** The trade that this person sells on visits; customer care makes no visits. */
  trade?: TradeName;
  /** How often this person does what a scorecard asks for, from 0 to 1: a year ago and now. */
  skill: readonly [number, number];
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
  createPerson("Dana Whitfield", { role: "admin", skill: [0.8, 0.8] }),
  createPerson("Marcus Bell", { role: "manager", ...roofing, skill: [0.85, 0.9] }),
  createPerson("Priya Raman", { role: "rep", ...roofing, skill: [0.2, 1] }),
  createPerson("Tom Okafor", { role: "rep", ...roofing, skill: [0.5, 0.45] }),
  createPerson("Elena Sorokina", { role: "rep", ...roofing, skill: [0.8, 0.9] }),
  createPerson("Grace Lindqvist", { role: "manager", ...windows, skill: [0.85, 0.85] }),
  createPerson("Ben Castillo", { role: "rep", ...windows, skill: [0.75, 0.15] }),
  createPerson("Aiko Tanaka", { role: "rep", ...windows, skill: [0.5, 0.75] }),
  createPerson("Will Harmon", { role: "rep", ...windows, leftDaysAgo: 24, skill: [0.3, 0.25] }),
  createPerson("Nora Finch", { role: "manager", ...care, skill: [0.8, 0.85] }),
  createPerson("Luis Ortega", { role: "rep", ...care, skill: [0.4, 0.7] }),
];

export const teamNames: string[] = [roofing.team, windows.team, care.team];

export const listMembers = (team: string): Person[] =>
  people.filter((member) => member.team === team);

export const findLead = (team: string | undefined): Person =>
  people.find((member) => member.team === team && member.role === "manager")!;

export const firstNameOf = (name: string): string => name.split(" ")[0]!;
