export {
  type ActionContent,
  type Attachment,
  type BoundText,
  type Budget,
  type Letter,
  type Outcome,
  type Receipt,
  RISKY_SCOPE,
  riskyBudget,
  type SettledBy,
  type Verdict,
} from './action-content.rules.ts';
export type { IntentHead, OutboundKind, RecognisedIntent, SettledIntent } from './action-kind.rules.ts';
