import type { Prospect } from '@overture/contract/prospects';
import { isEmailAccount, labelAccountType } from '@overture/domain/accounts';
import { cutText } from '@overture/domain/text/text-bounds';
import type { DomainEventOf } from '../../../events.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { findLastReply } from '../../chats/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { insertPush } from '../push/pushes.store.ts';
import { crmWorkTask } from '../push/run-push.job.ts';
import * as store from './events.store.ts';

type Tx = TransactionContext;

const wake = (tx: Tx, integration_id: number): void =>
  tx.jobs.add(crmWorkTask, { integration_id }, { key: `crm-work:${integration_id}` });

/** New leads of a campaign become records, where that was chosen. Told again, nothing is new. */
export async function pushNewLeads(tx: Tx, { prospect_ids }: { prospect_ids: number[] }): Promise<void> {
  for (const { id, sync_board_id } of await store.listSyncing(tx, 'new_leads')) {
    await insertPush(tx, { integration_id: id, board_id: sync_board_id, prospect_ids: [...new Set(prospect_ids)] });
    wake(tx, id);
  }
}

/** What a rule of a board asks of a CRM when a lead's card comes into a column. */
export interface CardPush {
  rule_id: number;
  card_id: number;
  column_id: number;
  /** Of the card, by this entry. */
  version: number;
  /** Its name. */
  column: string;
  /** The deal or status gets this one. */
  stage: string | null;
  notes_meeting: boolean;
}

/** Pushes a lead whose card came into a column; then the column's CRM stage. False where rules of boards may not push to this CRM. */
export async function pushCard(tx: Tx, type: string, prospect_id: number, card: CardPush): Promise<boolean> {
  const found = (await store.listSyncing(tx, 'board_cards')).filter(
    ({ integration_type }) => integration_type === type,
  );
  for (const { id, sync_board_id } of found) {
    await insertPush(tx, { integration_id: id, board_id: sync_board_id, prospect_ids: [prospect_id] });
    await recordColumn(tx, id, prospect_id, card);
    wake(tx, id);
  }
  return found.length > 0;
}

/** The stage by every move, in the order of the moves; a meeting once a card and column. */
async function recordColumn(tx: Tx, integration_id: number, prospect_id: number, card: CardPush): Promise<void> {
  const { rule_id, card_id, column_id, version, column, stage, notes_meeting } = card;
  const [lead] = await findProspects(tx, [prospect_id]);
  if (lead === undefined) return;
  const fields = { integration_id, prospect_id, happened_at: tx.clock.now() };
  if (stage)
    await store.insertEvent(tx, {
      ...fields,
      kind: 'stage',
      event_key: `${card_id}/${version}/${rule_id}`,
      title: toTitle(lead),
      text: column,
      stage,
    });
  if (notes_meeting)
    await store.insertEvent(tx, {
      ...fields,
      kind: 'meeting',
      event_key: `${card_id}/${column_id}`,
      title: 'Meeting booked',
      text: `The lead came into the column "${column}".`,
    });
}

/** What a lead's deal is called, which is how it is found again. */
function toTitle({ first_name, last_name, company, email }: Prospect): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return cutText([name, company.name].filter(Boolean).join(', '), 200) || (email ?? 'Lead');
}

/** A reply becomes a note at the lead's record; a lead without one is created first. */
export async function recordReplyEvent(tx: Tx, { prospect_id }: { prospect_id: number }): Promise<void> {
  const integrations = await store.listSyncing(tx, 'replies');
  if (integrations.length === 0) return;
  const answer = await findLastReply(tx, prospect_id);
  if (answer === undefined) return;
  for (const integration of integrations)
    await note(tx, integration, {
      kind: 'reply',
      prospect_id,
      event_key: String(answer.id),
      title: titleOfReply(answer),
      text: answer.message,
      happened_at: answer.sent_at,
    });
}

/** A mail has a subject; of anything else the channel is said. */
function titleOfReply({ subject_line, account_type }: NonNullable<Awaited<ReturnType<typeof findLastReply>>>): string {
  if (subject_line) return `Replied: ${cutText(subject_line, 150)}`;
  const isMail = account_type === null || isEmailAccount(account_type);
  return isMail ? 'Replied' : `Replied on ${labelAccountType(account_type)}`;
}

/** Interest opens a deal, or sets the status that was chosen: once a person. */
export async function recordInterest(tx: Tx, event: { prospect_id: number; interest: string | null }): Promise<void> {
  if (event.interest !== 'INTERESTED') return;
  const { prospect_id } = event;
  const integrations = await store.listSyncing(tx, 'interest');
  if (integrations.length === 0) return;
  const [lead] = await findProspects(tx, [prospect_id]);
  if (lead === undefined) return;
  for (const integration of integrations)
    await note(tx, integration, {
      kind: 'interest',
      prospect_id,
      event_key: String(prospect_id),
      title: toTitle(lead),
      text: '',
      happened_at: tx.clock.now(),
    });
}

/** A call becomes a note at the lead's record, each once. */
export async function recordCall(tx: Tx, event: DomainEventOf<'call_recorded'>): Promise<void> {
  const { prospect_id, call_id, title, text, called_at } = event;
  for (const integration of await store.listSyncing(tx, 'calls'))
    await note(tx, integration, {
      kind: 'call',
      prospect_id,
      event_key: String(call_id),
      title,
      text,
      happened_at: new Date(called_at),
    });
}

/** What happens to a meeting becomes a note at the lead's record, each change once. */
export async function recordMeeting(tx: Tx, event: DomainEventOf<'meeting_changed'>): Promise<void> {
  const { prospect_id, meeting, change, title, text, changed_at } = event;
  for (const integration of await store.listSyncing(tx, 'meetings'))
    await note(tx, integration, {
      kind: 'meeting',
      prospect_id,
      event_key: `meeting/${meeting.id}/${change}/${changed_at}`,
      title,
      text,
      happened_at: new Date(changed_at),
    });
}

/** Who wants no more mails is marked there too; who has no record there gets none for it. */
export async function recordUnsubscribe(tx: Tx, event: { prospect_id: number; email: string | null }): Promise<void> {
  for (const { id } of await store.listSyncing(tx, 'unsubscribes')) {
    const isNew = await store.insertEvent(tx, {
      integration_id: id,
      kind: 'unsubscribe',
      prospect_id: event.prospect_id,
      event_key: event.email ?? String(event.prospect_id),
      title: 'Unsubscribed',
      text: event.email ?? '',
      happened_at: tx.clock.now(),
    });
    if (isNew) wake(tx, id);
  }
}

async function note(
  tx: Tx,
  { id, sync_board_id }: store.SyncingIntegration,
  event: Omit<store.NewEvent, 'integration_id'>,
): Promise<void> {
  if (!(await store.insertEvent(tx, { integration_id: id, ...event }))) return;
  // A record to add the note to; an existing one stays as it is.
  await insertPush(tx, { integration_id: id, board_id: sync_board_id, prospect_ids: [event.prospect_id] });
  wake(tx, id);
}
