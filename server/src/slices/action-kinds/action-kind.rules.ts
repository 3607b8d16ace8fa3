import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import type { Outcome, Verdict } from './action-content.rules.ts';

export interface IntentHead {
  id: number;
  organization_id: number;
  kind: string;
  channel: 'email' | 'linkedin';
  action: 'email' | LinkedinAction;
  ref_id: number;
  ref_part: number;
  account_id: number;
  prospect_id: number | null;
  campaign_id: number | null;
  attempts: number;
}

export interface SettledIntent extends IntentHead {
  outcome: Outcome;
  /** When it was dispatched; null when it never was. */
  dispatched_at: Date | null;
  /** As it was bound when it was dispatched (`Verdict.bound`). */
  revision?: number | null;
  variant?: string | null;
}

/** An action that was carried out, though the database does not know it. */
interface FoundAction {
  ref_id: number;
  ref_part: number;
  message_id: string | null;
  /** Its sender, where that is known. */
  account_id?: number | undefined;
  /** When it left, where that is known. A lead that was added later got the number of one that was lost. */
  sent_at?: Date | undefined;
}

/** A mail that left, as far as it can be told from its id. */
export interface RecognisedIntent extends Omit<IntentHead, 'id' | 'attempts' | 'channel' | 'action'> {
  message_id: string | null;
}

/** A day that an action uses up beside the one of its sender. */
interface SentBudget {
  /** Of the intent. */
  id: number;
  scope: string;
  scope_id: number;
}

/** What actions took that only one may have, and what must wait because another has it. */
interface Claim {
  /** By intent. */
  holds: Map<number, Extract<Verdict, { verdict: 'hold' }>>;
  /** Called once in the same transaction, with the intents that are dispatched: the others give back what they took. */
  finish(dispatched: ReadonlySet<number>): Promise<void>;
}

/**
 * A kind of outward action. The slice that wants such actions registers it (in app/): its stop check and its own rows then take part in the
 * outbox's transactions, although the outbox does not know the slice.
 */
export interface OutboundKind {
  name: string;
  /** Campaign mails keep the gap and the sender's daily limit; messages written by users do not. */
  is_paced: boolean;
  /** Campaign mails have an id derived from their purpose: even a restored database recognizes them. */
  has_stable_message_id: boolean;
  /** True when the slice plans a held action again itself; otherwise it stays in the outbox and is retried when the hold ends. */
  returns_when_held: boolean;
  /**
   * Test mails that users send to their team. They keep no gap, but count for the sender's day as they do at its provider. A bounce says
   * nothing about a list: it suppresses nothing, and the guard does not count it.
   */
  is_test?: true;
  /**
   * The stop check, inside the dispatching transaction. Locks its own rows: a reply being written is waited for, and a written one is seen.
   * Every intent gets a verdict.
   */
  check(tx: SystemTransactionContext, intents: readonly IntentHead[], now: Date): Promise<Map<number, Verdict>>;
  /** Takes what only one action may have, for those whose verdict `claims`, and before their budgets are debited. */
  claim?(tx: SystemTransactionContext, intents: readonly IntentHead[], now: Date): Promise<Claim>;
  /**
   * Complete intents for actions that were carried out though the database does not know them (a restored backup, a failover). Those of another
   * organization, or for deleted rows, are left out. Without a known sender it is the lead's.
   */
  describe?(tx: SystemTransactionContext, found: readonly FoundAction[]): Promise<RecognisedIntent[]>;
  /** Writes the effects of sending, inside the dispatching transaction. The rows are locked by `check`. */
  dispatched?(tx: SystemTransactionContext, intents: readonly IntentHead[], now: Date): Promise<void>;
  /** The kind's own budgets of actions that left without a debit, after a restore or a failover. */
  listSentBudgets?(tx: SystemTransactionContext, intents: readonly IntentHead[]): Promise<SentBudget[]>;
  /** Writes the effects of outcomes, inside the settling transaction. Called once per intent and outcome. */
  settled(tx: SystemTransactionContext, settled: readonly SettledIntent[], now: Date): Promise<void>;
}
