// R is the rep, C the customer, O another person in the household; a line of dots is a silence.

/** A video call after the visit. */
export const review = {
  greetings: [
    `R: Hi {first}, can you hear me all right?
     C: Loud and clear. Hi {rep}.
     R: Great. Let me share my screen. Do you see the offer?
     C: Yes, there it is.`,
    `C: Hello? I hope this works.
     R: Hi {first}, it does. Is {spouse} with you?
     C: Not today, but I have the list of questions.
     R: Good, then let us go through it together.`,
  ],
  recaps: [
    `R: Last time we talked about {problem}, and that you want to be done with it for good. Has anything changed since?
     C: No, that is still where we are.`,
    `R: To recap, we looked at {product} for {size}. What did you two think of it after I left?
     C: We liked it. It is really about the details now.
     R: Then let us talk about the details. Where should I begin?
     C: With the warranty, please.
     R: It is {warranty} years, and it goes to the next owner if you sell.`,
  ],
  options: [
    `C: Remind me, what is the difference between {product} and {alternative}?
     R: Mostly how long they last. I can put both on one page, side by side. Is that useful?
     C: Yes, very.`,
    `R: You were between {color} and something lighter. Have you decided?
     C: We like {color} better.`,
    `C: Is everything in the price?
     R: Everything: removal, disposal, material, labor and the permit.
     C: Good, because the other company charges extra for the permit.`,
    `R: Do you want to see the drawing once more, with {product} in {color}?
     C: Yes. That is the one we liked.`,
  ],
};

/** The rep rings after the visit. */
export const followup = {
  greetings: [
    `R: Hi {first}, this is {rep} from {company}. Did I catch you at a bad time?
     C: No, go ahead.
     R: I am calling about the offer for {newThing}. Did you get a chance to look at it?
     C: We did, over the weekend.`,
    `R: Hello {first}, {rep} here, about your {thing}.
     C: Hi {rep}, I was going to call you.
     R: Then I am glad I called. Where are you with it?
     C: We have talked about it, and there are one or two things.`,
    `C: Hello?
     R: {first}, hi, it is {rep} with {company}. How have you been?
     C: Busy, but good. You are calling about the {thing}, I guess.
     R: I am. What questions have come up since I was there?
     C: Mostly about the cost and the timing.`,
  ],
  questions: [
    `C: Is the price you gave us still good?
     R: It is, {price} for everything. It holds until the end of the month.`,
    `C: How long would the work take?
     R: Two to three days, if the weather is with us. Would somebody be at home?
     C: One of us always is.`,
    `C: Can we still change the color?
     R: Until we order the material, yes. You had {color}. Did you change your mind?
     C: We are thinking about it.`,
  ],
};

/** Customer care rings after the sale. */
export const checkin = {
  greetings: [
    `R: Hi {first}, this is {rep} with {company}. I look after your project from here on.
     C: Oh good, I was wondering what happens next.`,
    `R: Hello {first}, {rep} from customer care at {company}. Do you have two minutes?
     C: Sure.`,
  ],
  topics: [
    `R: Your material has been ordered, {product} in {color}. Is that still what you want?
     C: Yes, that is right.`,
    `R: The crew arrives between seven thirty and eight. Can they park in the driveway?
     C: They can, I will move the cars the night before.`,
    `R: The permit came through yesterday, so we are on track for the date in your agreement. Does that date still suit you?
     C: It does. Do I have to be at home?
     R: Only in the morning, and at the end for the walk-through.`,
    `R: We bring our own dumpster, and we run a magnet over the lawn every evening. Is there anything delicate near the house?
     C: The rose bushes on the south side.
     R: I'll make a note of it, and we'll cover them.`,
    `C: What about the rest of the payment?
     R: That is due after the walk-through, when you have signed off. Do you still want the monthly plan?
     C: Yes, the one at {monthly}.`,
    `R: How was everything with {company} so far?
     C: Really good. Nobody pushed us, we liked that.
     R: I am happy to hear that, I will pass it on.`,
  ],
  ends: [
    `R: You can always reach me at this number. Anything else I can do for you today?
     C: No, that was it. Thank you.`,
    `R: I'll send you all of that in an e-mail to {email}. Is that all right?
     C: Perfect.`,
  ],
};
