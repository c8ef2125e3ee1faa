// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Privacy = "query Privacy{redaction{cardNumbers patterns{name pattern}}refusedConsent}" as Operation<PrivacyQuery, PrivacyQueryVariables>;
export const SetPrivacy = "mutation SetPrivacy($redaction:RedactionInput!$refused:RefusedConsent!){setRedaction(input:$redaction){cardNumbers}setRefusedConsent(refused:$refused)}" as Operation<SetPrivacyMutation, SetPrivacyMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** An omitted field stays unchanged. */
export type RedactionInput = {
  cardNumbers?: boolean | null | undefined;
  /** All of them. */
  patterns?: Array<RedactionPatternInput> | null | undefined;
};

export type RedactionPatternInput = {
  /** Replaces what matches, in brackets: letters, digits, spaces, - and _. */
  name: string;
  /** A regular expression in RE2 syntax. It matches within one text or utterance. */
  pattern: string;
};

/** hidden: stored, not analysed, and shown to admins only. transcript_only: without its audio. erased: at once, as by deleteRecording. */
export type RefusedConsent =
  | 'erased'
  | 'hidden'
  | 'transcript_only';

export type PrivacyQueryVariables = Exact<{ [key: string]: never; }>;


export type PrivacyQuery = { refusedConsent: RefusedConsent, redaction: { cardNumbers: boolean, patterns: Array<{ name: string, pattern: string }> } };

export type SetPrivacyMutationVariables = Exact<{
  redaction: RedactionInput;
  refused: RefusedConsent;
}>;


export type SetPrivacyMutation = { setRefusedConsent: RefusedConsent, setRedaction: { cardNumbers: boolean } };
