const description = `
Call recordings, appointments and coaching of one organization: push appointments and finished calls, read
what was found in them, and be told by webhooks.

- **Key.** Every request carries the organization's API key, which also says whose data it is about. A key in
  the query string is never read.
- **Answers** are JSON. New fields may come at any time; none goes away or changes its type within \`/v1\`.
- **Times** are UTC, \`2026-01-31T09:30:00.000Z\`; what is sent may end in \`Z\` or \`+00:00\`. Where a day such as
  \`2026-01-31\` is taken, it means the whole of it. Durations are milliseconds.
- **Lists** come in pages: pass \`nextCursor\` on while \`hasMore\` is true.
- **Unknown** parameters and fields are ignored. A parameter given twice, or an empty one, is refused.
- **Errors** have a \`message\` for people, a \`code\` for programs, and the \`field\` that they are about.
- **HEAD** and **OPTIONS** answer as HTTP has it. One slash at the end of a path is accepted.
`;

/** The contract's own version, not the program's. */
export const info = {
  title: "debrief",
  version: "1.0.0",
  summary: "Call recordings, appointments and coaching",
  description: description.trim(),
  license: { name: "MIT", identifier: "MIT" },
};
