import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import type { Outcome, Verdict } from './outbound.rules.ts';

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

/** A mail that left, as far as it can be told from its id. */
export interface RecognisedIntent extends Omit<IntentHead, 'id' | 'attempts' | 'channel' | 'action'> {
  message_id: string;
}

/**
 * A sort of outward action. The slice that wants such actions registers one (in app/), so that its stop check and its
 * own rows change inside the door's transactions although the door knows nothing of it.
 */
export interface OutboundKind {
  name: string;
  /** Campaign mails keep the gap and the sender's daily limit; answers of people do not. */
  is_paced: boolean;
  /** Campaign mails carry an id that follows from what they are for, so that even a restored database recognises them. */
  has_stable_message_id: boolean;
  /** True when the slice plans a held action again itself; otherwise the door keeps it and tries when the hold ends. */
  returns_when_held: boolean;
  /**
   * Mails that people of the organization send themselves to look at. They keep no gap, but the sender's day counts them as its
   * provider does; one that comes back says nothing of a list, so it suppresses nobody and the guard does not count it.
   */
  is_test?: true;
  /**
   * The stop check, inside the dispatching transaction. Locks its own rows, so that a reply that is being written is
   * waited for and one that is written is seen. Every intent gets a verdict.
   */
  check(tx: SystemTransactionContext, intents: readonly IntentHead[], now: Date): Promise<Map<number, Verdict>>;
  /**
   * For kinds with stable ids: whole intents for mails that left though the database does not know them (a restored
   * backup). Those of another organisation, or for what no longer exists, are left out.
   */
  describe?(
    tx: SystemTransactionContext,
    found: readonly { ref_id: number; ref_part: number; message_id: string }[],
  ): Promise<RecognisedIntent[]>;
  /** Writes what follows from leaving, inside the dispatching transaction, for those that go. The rows are locked by `check`. */
  dispatched?(tx: SystemTransactionContext, intents: readonly IntentHead[], now: Date): Promise<void>;
  /** Writes what follows from outcomes, inside the transaction that settles. Called once per intent and outcome. */
  settled(tx: SystemTransactionContext, settled: readonly SettledIntent[], now: Date): Promise<void>;
}

export type OutboundKinds = ReadonlyMap<string, OutboundKind>;
