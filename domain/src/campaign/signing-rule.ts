/** With which signature the emails of a campaign end: as each message is written, the sender's own, one for all, or none. */
export const SIGNATURE_CHOICES = ['message', 'sender', 'fixed', 'none'] as const;
export type SignatureChoice = (typeof SIGNATURE_CHOICES)[number];

export interface SigningRule {
  signature_choice: SignatureChoice;
  /** Without it, emails after the first have no signature. */
  signs_follow_ups: boolean;
}

/** The signature of an email as HTML: '' for none, null where it is as the message is written. */
export type EmailSignature = string | null;

/** @param chosen the sender's own or the fixed signature; null where there is none */
export function decideSignature(rule: SigningRule, chosen: string | null, isFirst: boolean): EmailSignature {
  if (!isFirst && !rule.signs_follow_ups) return '';
  return rule.signature_choice === 'message' ? null : (chosen ?? '');
}
