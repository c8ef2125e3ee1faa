import { eventNames } from "../../helpers/rest/contract-events.js";
import type { CommandContext } from "./commands/command-kind.js";
import { performCommand } from "./perform-command.js";
import { commandKinds } from "./run.js";
import type { ServerSide } from "./server-side.js";
import { WORLD_START_MS } from "./world.js";

type InitialCommand = [name: string, input: object];

const PEOPLE: InitialCommand[] = [
  ["people.user", { email: "rep@example.com", name: "Robin" }],
  ["people.user", { email: "Kim@Example.com", name: "Kim" }],
  [
    "people.team",
    { name: "Roofs", members: [{ email: "rep@example.com" }], leads: ["kim@example.com"] },
  ],
  ["signIn.invite", { email: "kim@example.com", role: "manager" }],
  ["signIn.createKey", { name: "Rep", userEmail: "rep@example.com" }],
  ["signIn.createKey", { name: "Kim", userEmail: "kim@example.com" }],
  [
    "people.template",
    {
      name: "Visit",
      questions: [
        { question: "Roof?" },
        { question: "Price?", weight: 3 },
        { question: "Tone?", kind: "rating", weight: 2 },
      ],
    },
  ],
  ["trackers.save", { name: "Price", phrases: ['"price"'] }],
  ["webhooks.create", { url: "http://127.0.0.1:9/a", events: [...eventNames] }],
];

/** A call and an appointment of each user, the client of the first met by both. */
const CALLS: InitialCommand[] = ["rep@example.com", "kim@example.com"].flatMap(
  (userEmail, index): InitialCommand[] => [
    [
      "appointments.push",
      {
        eventId: `e-${index + 1}`,
        userEmail,
        startTime: WORLD_START_MS,
        customer: { id: `c-${index + 1}`, name: "Ann" },
      },
    ],
    [
      "recordings.call",
      {
        byUrl: false,
        input: {
          callId: `call-${index + 1}`,
          userEmail,
          startedAt: WORLD_START_MS,
          duration: 90_000,
          customer: { id: "c-1" },
          transcript: [
            { speaker: "A", role: "client", text: "The price? Yes.", start: 0, end: 3_000 },
          ],
        },
      },
    ],
  ],
);

const CLIP = { start: 0, end: 2_000, authorEmail: "kim@example.com" };
const WHOLE_CALL = { authorEmail: "kim@example.com" };
const ITEMS = [{ text: "Send the offer" }, { kind: "client", text: "Call back" }];
const COMMENT = { authorEmail: "kim@example.com", text: "Why?" };
const WITH_REP = { userEmails: ["rep@example.com"] };

const run = async (
  at: CommandContext,
  sides: readonly ServerSide[],
  commands: readonly InitialCommand[],
): Promise<void> => {
  for (const [name, input] of commands) await performCommand(commandKinds[name]!, at, sides, input);
};

/** Runs the commands with which every organization starts; the first one also has calls, clips and comments. */
export const runInitialCommands = async (
  at: CommandContext,
  sides: readonly ServerSide[],
): Promise<void> => {
  await run(at, sides, PEOPLE);
  if (at.org !== at.world.organizations[0]) return;
  await run(at, sides, CALLS);
  for (const recording of at.org.recordings.slice()) {
    const { id } = recording;
    const complete = (actionItems: object[]): InitialCommand => [
      "recordings.complete",
      { id, input: { input: { summary: "A summary.", actionItems } } },
    ];
    await run(at, sides, [complete(ITEMS)]);
    const [ticked] = recording.analysis!.actionItems!;
    await run(at, sides, [
      ["actionItems.change", { id: ticked!.id, input: { completed: true } }],
      // Finds the ticked item in similar words.
      complete([...ITEMS.slice(1), { text: "Send the offer to Ann (Fri 6 Mar 2026)" }]),
      // Of two clips of a call, one is shared with its rep.
      ["clips.create", { ...CLIP, recordingId: id, title: "Shared", shareWith: WITH_REP }],
      ["clips.create", { ...CLIP, recordingId: id, title: "Not shared" }],
      [
        "clips.create",
        { ...WHOLE_CALL, recordingId: id, title: "A good visit", shareWith: { everyone: true } },
      ],
      [
        "comments.add",
        { ...COMMENT, recordingId: id, quote: "price", mentions: ["rep@example.com"] },
      ],
      ["comments.add", { ...COMMENT, recordingId: id, isPrivate: true }],
    ]);
  }
};
