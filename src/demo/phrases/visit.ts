// R is the rep, C the customer, O another person in the household; a line of dots is a silence.

export const greetings = [
  `R: Hello, {first}? I am {repFull} with {company}. Is this still a good time?
   C: Yes, come on in.
   R: Thank you. You have a lovely place.`,
  `R: Hi {first}, {rep} from {company}. I am a few minutes early, is that all right?
   C: No problem, we were expecting you.`,
  `R: Hello, I am {rep} from {company}. You spoke to my colleague on the phone.
   C: Right, about the {thing}. I am {first}, come in.`,
];

export const agendas = [
  `R: Here is what I would like to do: ask you a few questions, look at the {thing}, and then go through the options and the price with you. Does that sound fair?
   C: Sounds good.`,
  `R: I usually need about an hour, and when I leave you have a price in writing that holds for thirty days. Is that what you were hoping for?
   C: That is exactly what we need.`,
];

export const discovery = [
  `R: On the phone you mentioned {problem}. Can you show me where?
   C: Right over here. You see it best in the morning.
   R: I see it. How long has it been like that?
   C: A couple of months. It got worse after the last storm.`,
  `R: When you think about {newThing}, what matters most to you?
   C: That we do not have to think about {it} again for twenty years. And the price, of course.`,
  `R: What happens if you leave {it} for another year?
   C: I worry that it ends up costing us more.
   R: That is what I see in a lot of houses of this age, unfortunately.`,
  `R: Has anybody worked on {it} before?
   C: Somebody patched things up four years ago, but it did not last.`,
  `R: How long do you plan to stay in the house?
   C: We are not going anywhere. We have been here {years} years and the kids are still in school.`,
  `R: Have you had other companies out?
   C: One, last week. He was here for ten minutes and texted me a number.
   R: What did you think of that?
   C: I would have liked to know what I am paying for.`,
];

export const deciders = [
  `R: How old {isThing}, do you know?
   C: About {age} years, I think.
   R: And is there anybody besides you who decides about this?
   C: Just {spouse} and me.`,
];

/** For visits with O at home. */
export const partnerQuestions = [
  `O: Hi, I am {spouse}. Can I ask something? Will you start early in the morning? I work nights.
   R: We start at eight, but I can note on the order that we begin on the far side of the house. Would that help?
   O: That would help a lot, thank you.`,
  `O: I am {spouse}. I am the one who keeps saying that we should do something about {it}.
   R: Then I am glad you are here. What bothers you the most?
   O: That we heat the whole street, to be honest.`,
];

/** By trade. */
export const inspections = {
  roofing: [
    `R: I am going to get up there and take some pictures. Give me a quarter of an hour.
     C: Sure, the ladder can go by the garage.
     R: I will be right back.
     ...
     R: All right. Let me show you: here the shingles are lifting, and next to the chimney the flashing has separated.
     C: Oh, I had no idea it was that bad.
     R: It is normal at {age} years. The decking still looks sound, which is the good news.`,
    `R: I have measured it from the ground already, that is about {size}. Let me check the attic too.
     ...
     R: There is daylight where there should not be, and the insulation is damp on the north side. Did you know that?
     C: No, nobody ever looked up there.`,
    `R: The south side has lost most of its granules. That is the grit you find in the gutters.
     C: We have been cleaning that out for years.
     R: It means the shingles have no protection from the sun any more. I would not wait for another winter.`,
  ],
  windows: [
    `R: I would like to measure every opening and then we sit down. Is that all right?
     C: Go ahead.
     R: I will start upstairs.
     ...
     R: I count {size}. Put your hand here. Do you feel that?
     C: That is quite a draft.
     R: The seal is gone, so the gas between the panes is gone as well.`,
    `R: Do you see the fog in the corner here? That is moisture between the panes.
     C: I thought it just needed cleaning.
     R: I am afraid it cannot be cleaned. How many of them look like that?
     C: Four or five, I would say.`,
    `R: May I open this one? It does not stay up by itself.
     C: We use a stick for that.
     R: The balances are worn out. Have you had any trouble with the locks?
     C: The one in the kitchen does not close at all.`,
  ],
};

/** By trade. */
export const warranties = {
  roofing: [
    `R: For your house I would look at {product}. You get a {warranty}-year warranty on the material and ten on our work.
     C: What is the difference from {alternative}?
     R: Mostly how long it lasts and how it stands up to wind. Would you like to see both?
     C: Yes, please.`,
  ],
  windows: [
    `R: For these rooms I would go with {product}. They come with a {warranty}-year warranty, glass included.
     C: And {alternative}?
     R: They are a good choice as well, just not on the street side. Is noise an issue for you?
     C: In the bedroom it is.`,
  ],
};

/** By trade. */
export const productOptions = {
  roofing: [
    `R: We take everything off down to the wood, put down ice and water shield, and replace all the flashing.
     C: The other company wanted to go over the old shingles.
     R: That is cheaper today, but you never see what is underneath.`,
    `R: This is the sample in {color}. Hold it up against the brick. What do you think?
     C: I like that better than the brown.`,
  ],
  windows: [
    `R: Let me show you a cutaway. The frame is welded, and the foam stops the cold from coming through.
     C: That is a lot more solid than what we have.
     R: It tilts in, so you can clean both sides from the inside. Would you like to try it?
     C: That is neat.`,
    `R: Would you want the outside in {color}, or keep it white?
     C: I think {color} would look nice with the siding.`,
  ],
};
