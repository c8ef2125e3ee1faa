const description = `
Call recordings, appointments and coaching of one organization: push appointments and finished calls, read
their analyses, and receive webhooks.

- **Key.** Every request carries the organization's API key, which identifies the organization. The server
  ignores a key in the query string.
- **Answers** are JSON. New fields may appear at any time; no field disappears or changes its type within \`/v1\`.
- **Times** are UTC, \`2026-01-31T09:30:00.000Z\`; requests may use \`Z\` or \`+00:00\`. Where a parameter accepts a date
  such as \`2026-01-31\`, it means the whole day. Durations are milliseconds.
- **Paged lists** return \`nextCursor\` and \`hasMore\`: pass \`nextCursor\` while \`hasMore\` is true.
- **Parameters** that are unknown, repeated or empty are refused; the URLs of phone systems ignore unknown ones.
  Unknown fields of a body are ignored.
- **Errors** have a \`message\` for people, a \`code\` for programs, and the \`field\` that is wrong.
- **HEAD** and **OPTIONS** follow HTTP. The server accepts one slash at the end of a path.
`;

/** `version` is the contract's version, not the program's. */
export const info = {
  title: "debrief",
  version: "1.0.0",
  summary: "Call recordings, appointments and coaching",
  description: description.trim(),
  license: { name: "MIT", identifier: "MIT" },
};
