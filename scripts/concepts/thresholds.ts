import type { ConceptId } from "../../src/meaning/concepts/concepts.js";

/** The logits from which concepts count as said: low ones, such that nine in ten of the sentences found are right. Run with --evaluate to check them. */
export const THRESHOLDS: Readonly<Record<ConceptId, number>> = {
  agenda: -0.05,
  decision_makers: 0.35,
  needs: 0.95,
  budget: -0.05,
  options: -0.25,
  price: -0.25,
  monthly_payment: -0.05,
  financing: -0.05,
  warranty: -0.05,
  social_proof: -0.25,
  asks_for_order: 0.15,
  next_step: -0.25,
  referral: -0.25,
  price_objection: 0.95,
  partner_objection: 0.35,
  timing_objection: 0.95,
  other_quotes: -0.05,
  discount: 1.15,
  deal_closed: 0.35,
  deal_lost: 0.55,
};
