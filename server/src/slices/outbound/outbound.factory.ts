import type { MailboxPort, SentMail } from '@overture/adapters/mailbox/mailbox.port';
import { sql } from 'kysely';
import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import type { IntentHead, Letter, OutboundKind, SettledIntent, Verdict } from '../action-kinds/index.ts';
import { insertIntents } from './intents/intents.store.ts';

/** Rows and a kind of its own for tests of the dispatcher: no campaign, no conversation, a mailbox that a test holds in its hand. */

const letterTo = (address: string): Letter => ({
  to: { name: null, address },
  subject: 'Hello',
  text: 'Hello',
  html: null,
  in_reply_to: null,
  references: [],
  unsubscribe_url: null,
  attachments: [],
});

export interface LetterKind {
  kind: OutboundKind;
  /** Settled and committed actions, oldest first. */
  settled: SettledIntent[];
  /** Resolves when so many outcomes of these actions are written that `isEnough`. */
  waitFor(isEnough: (settled: readonly SettledIntent[]) => boolean): Promise<void>;
  /** The verdict of an action instead of 'go'; may throw. */
  verdicts: Map<number, () => Verdict>;
  /** Called before outcomes are taken; may throw. */
  onSettled: (tx: SystemTransactionContext, settled: readonly SettledIntent[]) => void;
}

/** A kind whose actions are mails to `<ref_id>@northwind.example`. */
export function makeLetterKind(name: string): LetterKind {
  const waiting = new Set<() => void>();
  const made: LetterKind = {
    settled: [],
    verdicts: new Map(),
    onSettled: () => undefined,
    waitFor: (isEnough) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!isEnough(made.settled)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    kind: {
      name,
      is_paced: false,
      has_stable_message_id: false,
      returns_when_held: false,
      async check(_tx, intents) {
        return new Map(intents.map((intent) => [intent.id, judge(made, intent)]));
      },
      async settled(tx, settled) {
        made.onSettled(tx, settled);
        tx.afterCommit(() => {
          made.settled.push(...settled);
          for (const look of waiting) look();
        });
      },
    },
  };
  return made;
}

function judge({ verdicts }: LetterKind, { ref_id }: IntentHead): Verdict {
  const own = verdicts.get(ref_id);
  return own ? own() : goTo(`${ref_id}@northwind.example`);
}

/** Leave to go, with a text of its own. */
export function goTo(address: string, text = 'Hello'): Verdict & { letter: Letter } {
  return { verdict: 'go', zone: 'UTC', budgets: [], letter: { ...letterTo(address), text } };
}

let references = 0;

/** Plans mails of a sender; returns their ids and `ref_id`s in order. */
export async function planLetters(
  system: SystemContext,
  given: { kind: string; organization_id: number; account_id: number; amount: number; priority?: number },
): Promise<{ id: number; ref_id: number }[]> {
  const { kind, organization_id, account_id, amount, priority = 0 } = given;
  const planned = await system.systemTransaction((tx) =>
    insertIntents(
      tx,
      Array.from({ length: amount }, () => {
        references += 1;
        const ref_id = references;
        return {
          organization_id,
          kind,
          ref_id,
          ref_part: 0,
          account_id,
          prospect_id: null,
          campaign_id: null,
          priority,
        };
      }),
    ),
  );
  return planned.map(({ id, ref_id }) => ({ id, ref_id })).sort((a, b) => a.ref_id - b.ref_id);
}

export interface StoredIntent {
  id: number;
  state: string;
  reason: string | null;
  code: string | null;
  attempts: number;
}

export async function loadIntents(system: SystemContext, ids: readonly number[]): Promise<StoredIntent[]> {
  const { rows } = await system.systemTransaction(({ db }) =>
    sql<StoredIntent>`select id, state, reason, code, attempts from outbound_intents where id = any(${[...ids]}::bigint[])
      order by id`.execute(db),
  );
  return rows;
}

type Send = MailboxPort['sendMail'];
type Find = MailboxPort['findSentByMessageId'];

export const ACCEPTED: SentMail = {
  outcome: 'confirmed',
  response: '250 OK',
  rejected_recipients: [],
  message_id: null,
};

/** A mailbox that composes like the given one and responds as a test says. */
export function makeMailbox(real: MailboxPort): {
  mailbox: MailboxPort;
  answers: { send: Send; find: Find; file: MailboxPort['fileSentCopy'] };
} {
  const answers = {
    send: (async () => ACCEPTED) as Send,
    find: (async () => 'no_sent_folder') as Find,
    file: (async () => 'no_sent_folder') as MailboxPort['fileSentCopy'],
  };
  const mailbox: MailboxPort = {
    ...real,
    sendMail: (...given) => answers.send(...given),
    findSentByMessageId: (...given) => answers.find(...given),
    fileSentCopy: (connection, mail) => answers.file(connection, mail),
  };
  return { mailbox, answers };
}
