// R is the rep, C the customer, O another person in the household; a line of dots is a silence.

export const prices = [
  `R: For {size} with {product}, everything included, you are at {price}. That is removal, disposal, material, labor and the permit.
   C: Is that the final number?
   R: It is. Should we find hidden damage, you see pictures first, and nothing happens without your signature.`,
  `R: The price for {product} is {price}, and it holds for thirty days.
   C: And how much do you need up front?
   R: {deposit} as a deposit, the rest when you are happy with the work. Does that work for you?
   C: That sounds reasonable.`,
];

export const monthlyPrices = [
  `R: Let me walk you through the numbers. The whole project comes to {price}. If you decide within thirty days, I can take {discount} off.
   C: What would that be by the month?
   R: About {monthly} over ten years, with approved credit. Is a monthly payment something you would consider?
   C: Possibly, yes.`,
];

/** When the customer doesn't order at once. */
export const orderRequests = [
  `R: If the price is right for you, shall we put you on the schedule?
   C: Let me think for a second.
   R: Of course, take your time.`,
  `R: Would you like to go ahead with it?
   C: It does look good, I have to say.`,
];

/** What holds the customer back. */
export type Objection = "price" | "partner" | "other quotes" | "timing" | "trust";

export const objections: Record<Objection, string[]> = {
  price: [
    `C: That is more than we had in mind.
     R: I appreciate that you say so. What number did you have in mind?
     C: Something closer to {budget}.
     R: We get there with a smaller first step, or at about {monthly} a month for all of it. Which one would you rather look at?
     C: Show me the monthly one.`,
    `C: I will be honest, {price} is a lot of money.
     R: It is. May I ask what you are comparing it with?
     C: With nothing, really. We have never done this before.
     R: Then let me show you what the last three houses in {town} came to.`,
  ],
  partner: [
    `C: I cannot decide this without {spouse}.
     R: Of course. What do you think {spouse} will ask first?
     C: Whether we really have to do it now.
     R: Then let us go through the pictures together, all three of us. I would rather answer that in person.`,
    `C: I need to talk to {spouse} about this.
     R: That makes sense. If it were up to you alone, would you go ahead?
     C: I think so, yes.`,
  ],
  "other quotes": [
    `C: We want to get one or two more quotes before we decide.
     R: You should. What will you look at when you compare them?
     C: The price, mostly, and how soon they can start.
     R: Make sure that disposal and the permit are in there. May I leave you a checklist?
     C: Sure, that would be useful.`,
    `C: Your competitor is about two thousand lower.
     R: Is that for {product} as well?
     C: I do not know, it does not say.
     R: If you send me their quote, I'll tell you honestly what is the same and what is not.`,
  ],
  timing: [
    `C: I am not sure this is the right time for us.
     R: What would have to change so that it is?
     C: We want to get through the holidays first.
     R: We are booking about {weeks} weeks out, so if you decide now, that is when we would start anyway.`,
    `C: Could this wait until next year?
     R: It could. The risk is that {problem} turns into something bigger. How would you feel about that?
     C: Not great, to be honest.`,
  ],
  trust: [
    `C: How do I know that you are still around in ten years?
     R: Fair question. We have been in {town} since 1994, and the warranty is with the manufacturer as well as with us.
     C: Do you have references?
     R: I can give you three addresses on your side of town. Would you like to call them?`,
    `C: We had a bad experience with a contractor once.
     R: I am sorry to hear that. What went wrong?
     C: They took the deposit and came back two months later.
     R: With us the date is in the contract, and if we miss it we pay for every day. Would that help?
     C: It would, actually.`,
  ],
};

export type StepResult = "sold" | "next" | "lost" | "open";

/** After an order. */
export const orderDates = [
  `R: Then I'll {nextWhat} on {next}. Does that work?
   C: That works.`,
];

/** Sold on the phone or in a video call. */
export const remoteSales = [
  `C: If you take the {discount} off, we have a deal.
   R: If we put it in writing today, I can do that.
   C: Then let us go ahead.
   R: Great. I'll send you the agreement to {email} right now. Can you see it?
   C: Got it. I have signed.
   R: Perfect, then you are on the schedule in about {weeks} weeks.`,
  `C: You know what, let us do it.
   R: Wonderful. May I send you the agreement, so that you can sign it on your phone?
   C: Please. And the deposit?
   R: {deposit}, there is a link in the same e-mail. After that you'll hear from our office about the date.`,
];

export const endings: Record<StepResult, string[]> = {
  sold: [
    `R: Shall we get you on the schedule?
     C: Yes, let us do it.
     R: Wonderful. I need your signature here, and the deposit of {deposit}. Card or check?
     C: A check is easier.
     R: Thank you. You'll hear from our office about the date, it will be in about {weeks} weeks.`,
    `C: If you take the {discount} off, we have a deal.
     R: If we put it in writing today, I can do that.
     C: Where do I sign?
     R: Right here, and once more on the second page. You are on the schedule in about {weeks} weeks.`,
  ],
  next: [
    `R: What would be a good next step for you?
     C: Give us a few days to think it over.
     R: Then I'll {nextWhat} on {next}. Does that work?
     C: That works.`,
    `R: I do not want to rush you. Can I {nextWhat} on {next}, so that you get all your questions answered?
     C: {next}, yes, I can make that work.
     R: I'll put it in my calendar, and I'll send you an invitation to {email}.`,
  ],
  lost: [
    `C: I have to tell you that we went with somebody else.
     R: Thank you for being straight with me. May I ask what made the difference?
     C: They could start next week, that was all.
     R: I understand. If anything comes up, you have my number.`,
    `C: We have decided not to do it this year.
     R: That is fine. Was it the price, or is it just not urgent enough?
     C: The car broke down, so the money is gone.
     R: I am sorry to hear that. I'll keep your file. Please call me when you're ready.`,
  ],
  open: [
    `C: We are still not sure, I am afraid.
     R: That is all right. What is the one thing that holds you back?
     C: It is just a lot at once.
     R: I'll leave the offer open until the end of the month. Let me know if I can help in any way.`,
    `C: Let me get back to you on this.
     R: Of course. Is it all right if I check in with you in a couple of weeks?
     C: Sure, do that.`,
  ],
};

export const goodbyes = [
  `R: Thank you for your time, {first}. Have a good day.
   C: You too. Bye.`,
  `C: Thanks, {rep}.
   R: Thank you, {first}. Take care.`,
  `R: Do you have any other questions for me?
   C: No, I think you covered it all.
   R: Then thank you, and talk soon.`,
];
