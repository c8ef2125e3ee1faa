// R is the rep, C the customer, O another person in the household; a line of dots is a silence.

export const greetings = [
  `R: Thank you for calling {company}, this is {rep}. How can I help?
   C: Hi, my name is {client}. I would like somebody to look at our {thing}.
   R: Happy to help, {first}. How did you hear about us?
   C: Through {source}.`,
  `R: Hi, this is {rep} from {company}. I am calling about the form you filled in. Is now a good time?
   C: Yes, I have a few minutes.
   R: Perfect. You asked about your {thing}, is that right?
   C: That is right. I am {first}, by the way.`,
  `R: {company}, {rep} speaking.
   C: Hello, I was told to ask for somebody in sales. It is about our {thing}.
   R: You have found the right person. May I have your name?
   C: {client}, we live at {street}.`,
  `R: Hello, this is {company}, my name is {rep}. What can I do for you?
   C: I got your number through {source}. We may need {newThing}.
   R: Then let us see what we can do. Who am I speaking with?
   C: This is {client}.`,
];

export const reasons = [
  `R: What is going on with {it}?
   C: We have {problem}.
   R: How long have you noticed that?
   C: A few months, and it is getting worse.`,
  `R: Tell me, what made you reach out now?
   C: It started with {problem}. I would rather deal with it before it gets expensive.
   R: That is wise. Is it all over, or in one place?
   C: Mostly in one place, as far as I can tell.`,
  `R: What have you noticed so far?
   C: Well, there is {problem}, and {spouse} says we have put it off long enough.
   R: I hear that a lot. Did anything happen recently, a storm for instance?
   C: It has been like this since the last big one, yes.`,
];

export const questions = [
  `R: How old {isThing}, roughly?
   C: About {age} years, as far as we know.`,
  `R: And how long have you been in the house?
   C: Going on {years} years.`,
  `R: Have you had anybody else out to look at {it}?
   C: Not yet, you are the first we called.`,
  `R: Is this a project for this year, or are you gathering information?
   C: This year, if the price is right.`,
  `R: Is an insurance claim involved?
   C: No, this would come out of our own pocket.`,
  `R: Is it a single-family home?
   C: Yes, two stories, built in the eighties.`,
];

export const visitOffers = [
  `R: The next step is that one of our specialists comes out, measures everything and leaves you a price in writing. It takes about an hour and costs nothing. Does {next} work for you?
   C: {next} is fine.`,
  `C: What does it cost if somebody comes out?
   R: Nothing at all, and you are not obliged to anything. I have {next} open. Shall I put you down for that?
   C: Please do.`,
  `R: I would like to send a specialist who can look at {it} in person. Are you at home on {next}?
   C: I can be. Let me write that down.`,
];

export const confirmations = [
  `R: Will {spouse} be there too? It helps if everybody hears the same thing.
   C: Yes, we will both be there.
   R: Good. You get a confirmation at {email}, is that the right address?
   C: That is the one.`,
  `R: I have you down for {next}, at {street}. Did I get that right?
   C: Exactly right.`,
  `R: I'll send the confirmation to {email}. Is there a gate or a dog we should know about?
   C: There is a dog, but she is harmless.`,
];
