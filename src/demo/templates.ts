import type { DemoProcess, DemoUtterance } from "./events.js";

interface DemoQuestion {
  question: string;
  /** The rep's sentence if the answer is yes. */
  evidence: RegExp;
  /** The matching coaching text. */
  praise: string;
  advice: string;
}

export interface DemoTemplate {
  name: string;
  questions: DemoQuestion[];
}

export const visitTemplate: DemoTemplate = {
  name: "In-home sales visit",
  questions: [
    {
      question: "Did the rep set an agenda for the visit?",
      evidence: /what I would like to do|when I leave you have/,
      praise: "You said at the start what would happen and how long it takes.",
      advice: "Open with an agenda: what you will do, how long it takes, what they get at the end.",
    },
    {
      question: "Did the rep find out why the customer wants to act now?",
      evidence: /How long has it been|What happens if you leave|what matters most|bothers you/,
      praise: "You got to the reason behind the call before you talked about products.",
      advice: "Ask why now. Without a reason every price is too high.",
    },
    {
      question: "Did the rep find out who decides?",
      evidence: /who decides|you are here|far side of the house|will ask first|up to you alone/,
      praise: "You made sure that everybody who decides was heard.",
      advice: "Ask early who else decides, not when the price is on the table.",
    },
    {
      question: "Did the rep show what the inspection found?",
      evidence: /Let me show you: here|daylight|granules|Put your hand here|the fog|worn out/,
      praise: "You let the customer see the damage instead of describing it.",
      advice: "Show the findings: a picture or a hand on the frame says more than a number.",
    },
    {
      question: "Did the rep present more than one option?",
      evidence: /see both|a good choice as well|smaller first step/,
      praise: "You offered a choice, so that the question was which one and not whether.",
      advice: "Present two options side by side.",
    },
    {
      question: "Did the rep offer a monthly payment?",
      evidence: /a month|monthly/,
      praise: "You brought up the monthly payment without being asked twice.",
      advice: "Name the monthly payment along with the price.",
    },
    {
      question: "Did the rep ask for the order?",
      evidence: /you on the schedule\?|in writing today|would you go ahead|if you decide now/,
      praise: "You asked for the order, clearly and without pressure.",
      advice: "Ask for the order. They were ready to talk about a date.",
    },
    {
      question: "Did the rep agree on a next step with a date?",
      evidence: /Does that work\?|in my calendar|on the schedule in|hear from our office/,
      praise: "You left with a next step that both of you know.",
      advice: "Do not leave without a date for the next conversation.",
    },
  ],
};

export const phoneTemplate: DemoTemplate = {
  name: "Phone call",
  questions: [
    {
      question: "Did the rep name the company?",
      evidence: /Larkspur/,
      praise: "A clear introduction, with your name and the company's.",
      advice: "Say who you are and where you call from, even if they know you.",
    },
    {
      question: "Did the rep ask what is going on before offering anything?",
      evidence:
        /going on with|made you reach out|noticed so far|Where are you|have come up|get a chance/,
      praise: "You asked first and offered later.",
      advice: "Begin with an open question. You were in the offer within a minute.",
    },
    {
      question: "Did the rep find out who decides?",
      evidence: /be there too|will ask first|up to you alone/,
      praise: "You found out who else has a say.",
      advice: "Find out who else has a say before you agree on a time.",
    },
    {
      question: "Did the rep agree on a next step with a date?",
      evidence:
        /Does that work\?|in my calendar|on the schedule|I have you down for|I have .* open|on \w+ at \d/,
      praise: "You agreed on a day and an hour.",
      advice: "Propose a day and an hour instead of waiting for them to call.",
    },
    {
      question: "Did the rep confirm the e-mail address?",
      evidence: /@/,
      praise: "You read the e-mail address back.",
      advice: "Read the e-mail address back, so that the confirmation gets there.",
    },
  ],
};

export const templates: DemoTemplate[] = [visitTemplate, phoneTemplate];

/** Answers the template's questions from the conversation, with the evidence. */
export const evaluateTemplate = (
  template: DemoTemplate,
  transcript: DemoUtterance[],
): DemoProcess => {
  const said = transcript.filter(({ role }) => role === "rep");
  const answers = template.questions.map(({ evidence }) => {
    const found = said.find(({ text }) => evidence.test(text));
    return { answer: found ? `"${found.text}"` : null, yes: found !== undefined };
  });
  const yes = answers.filter((answer) => answer.yes).length;
  return {
    template: template.name,
    summary: `${yes} of ${answers.length} steps followed.`,
    answers,
  };
};
