/** Builds a line of a transcript: four seconds of a speaker who is called like their role. */
export const say = (role: string, text: string, start: number) => ({
  speaker: role,
  role,
  text,
  start,
  end: start + 4_000,
});
