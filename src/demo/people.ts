export type TradeName = "roofing" | "windows";

export interface Person {
  email: string;
  name: string;
  role: "admin" | "manager" | "rep";
  team?: string;
  /** What this person sells on visits; nobody visits for customer care. */
  trade?: TradeName;
  /** Days since this person left the organization. */
  leftDaysAgo?: number;
}

export const COMPANY = "Larkspur Home Exteriors";

const person = (name: string, fields: Omit<Person, "name" | "email">): Person => ({
  name,
  email: `${name.toLowerCase().replace(" ", ".")}@larkspur.example`,
  ...fields,
});

const roofing = { team: "Roofing", trade: "roofing" } as const;
const windows = { team: "Windows and Doors", trade: "windows" } as const;
const care = { team: "Customer Care" } as const;

export const people: Person[] = [
  person("Dana Whitfield", { role: "admin" }),
  person("Marcus Bell", { role: "manager", ...roofing }),
  person("Priya Raman", { role: "rep", ...roofing }),
  person("Tom Okafor", { role: "rep", ...roofing }),
  person("Elena Sorokina", { role: "rep", ...roofing }),
  person("Grace Lindqvist", { role: "manager", ...windows }),
  person("Ben Castillo", { role: "rep", ...windows }),
  person("Aiko Tanaka", { role: "rep", ...windows }),
  person("Will Harmon", { role: "rep", ...windows, leftDaysAgo: 24 }),
  person("Nora Finch", { role: "manager", ...care }),
  person("Luis Ortega", { role: "rep", ...care }),
];

export const teams: string[] = [roofing.team, windows.team, care.team];

export const membersOf = (team: string): Person[] =>
  people.filter((member) => member.team === team);

export const leadOf = (team: string | undefined): Person =>
  people.find((member) => member.team === team && member.role === "manager")!;

export const firstName = (name: string): string => name.split(" ")[0]!;
