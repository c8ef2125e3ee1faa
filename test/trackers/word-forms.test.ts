import test from "ava";
import { toCommonBegin, toWordForm } from "../../src/analyzer/trackers/word-forms.js";

const SAME = `
  price prices priced pricing
  offer offers offered offering
  company companies
  plan plans planned planning
  use uses used using
  add adds added adding
  try tries tried trying
  dry dries dried drying
  lie lies lied lying
  die dies died dying
  movie movies
  cookie cookies
  tie ties tied tying
  proceed proceeds proceeding proceeded
  quote quotes quoted quoting
  guarantee guarantees guaranteed guaranteeing
  cancel cancels cancelled cancelling canceled canceling
  call calls called calling
  cut cuts cutting
  win wins winning
  cost costs costing
  finance finances financed financing
  schedule schedules scheduled scheduling
  arrange arranges arranged arranging
  measure measures measured measuring
  decide decides decided deciding
  change changes changed changing
  leave leaves leaving
  house houses
  raise raises raised raising
  need needs needed needing
  roof roofs roofing
  clean cleans cleaned cleaning
  wait waits waited waiting
  create creates created creating
  show shows showed showing
  fix fixes fixed fixing
  prefer prefers preferred preferring
  visit visits visited visiting
  sign signs signed signing
  start starts started starting
  go goes going
  buy buys buying
  pay pays paying
  stay stays stayed staying
  agree agrees agreed agreeing
  handle handles handled handling
  charge charges charged charging
  solve solves solved solving
  dance dances danced dancing
  box boxes boxed
  watch watches watched watching
  kiss kisses kissed
  discuss discusses discussed discussing
  pass passes passed passing
  tell tells telling
  sell sells selling
  stop stops stopped stopping
  drop drops dropped dropping
  care cares cared caring
  hope hopes hoped hoping
  hop hops hopped hopping
  note notes noted noting
  replace replaces replaced replacing
  install installs installed installing
  window windows
  door doors
  study studies studied studying
  carry carries carried carrying
  estimate estimates estimated estimating
  rate rates rated rating
  state states stated stating
  increase increases increased increasing
  choose chooses choosing
  notice notices noticed noticing
  budget budgets budgeted budgeting
  refer refers referred referring
  happen happens happened happening
  compare compares compared comparing
  include includes included including
  warranty warranties
  delay delays delayed delaying
  own owns owned owning
  think thinks thinking
  build builds
  speak speaks speaking
  look looks looked looking
  bid bids bidding
  tax taxes taxed taxing
  lease leases leased leasing
  loan loans loaned
  worry worries worried worrying
  mention mentions mentioned mentioning
  explain explains explained explaining
  repair repairs repaired repairing
  answer answers answered answering
  ask asks asked asking
  help helps helped helping
  paste pastes pasted pasting
  waste wastes wasted wasting
  taste tastes tasted tasting
  serve serves served serving
  close closes closed closing
  free frees freed freeing
  argue argues argued arguing
  value values valued valuing
  queue queues queued
  see sees seeing
  do does doing
  age ages aged
  ice ices iced
  act acts acted acting
  end ends ended ending
  owe owes owed owing
  gutter gutters
  shingle shingles shingled
  settle settles settled settling
  bother bothers bothered
  save saves saved saving
  drive drives driving
  move moves moved moving
  love loves loved loving
  live lives lived living
  give gives giving
  judge judges judged judging
  bridge bridges bridged
  manage manages managed managing
  damage damages damaged damaging
  trade trades traded trading
  store stores stored storing
  share shares shared sharing
  require requires required requiring
  provide provides provided providing
  believe believes believed believing
  receive receives received receiving
  hire hires hired hiring
  breathe breathes breathed breathing
  bathe bathes bathed
  clothe clothes
  shoe shoes
`;

/** Other words, which differ by what forms differ by. */
const OTHER = `
  car care
  plan plane
  even evening
  not note
  tub tube
  can cane
  bar bare
  win wine
  cut cute
  hop hope
  pin pine
  bit bite
  rid ride
  fat fate
  hat hate
  mat mate
  pet pete
  kit kite
  rob robe
  cub cube
  us use
  of off
  her here
  on one
  so sow
  mad made
  fin fine
  tap tape
  scar scare
  star stare
  for fore
  wed we
  red re
  bus buse
  man mane
  cap cape
  rip ripe
  strip stripe
  slim slime
  past paste
  bath bathe
  cloth clothe
  inn in
  bed be
  add ad
  per peer
  wit with
  hug huge
  wag wage
  stag stage
  ran range
  breed bre
  fled flee
  bee be
  pea pee
  rose rise
  dinner dine
  order ord
  better bet
  later late
  water wat
  deal dear
`;

const readLines = (text: string): string[][] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(" "));

test("the forms of a word are equal, and begin alike", (t) => {
  for (const words of readLines(SAME)) {
    const forms = new Set(words.map(toWordForm));
    t.is(forms.size, 1, words.map((word) => `${word}: ${toWordForm(word)}`).join(", "));
    const begin = toCommonBegin([...forms][0]!);
    t.true(
      words.every((word) => word.startsWith(begin)),
      `${words[0]}: ${begin}`,
    );
  }
});

test("other words are not taken for forms", (t) => {
  for (const [one, other] of readLines(OTHER))
    t.not(toWordForm(one!), toWordForm(other!), `${one}, ${other}`);
});
