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

type CardEntry = DomainEventOf<'kanban_card_entered'>;
type CardPush = Extract<CardEntry['actions'][number], { action: 'push_to_crm' }>;

/** Leads whose card entered a column with a push rule, if rules may push; then the column's CRM stage. */
export async function pushCard(tx: Tx, event: CardEntry): Promise<void> {
  const asked = event.actions.flatMap((action) => (action.action === 'push_to_crm' ? [action] : []));
  if (asked.length === 0) return;
  for (const { id, integration_type, sync_board_id } of await store.listSyncing(tx, 'board_cards')) {
    const mine = asked.filter(({ integration }) => integration === integration_type);
    if (mine.length === 0) continue;
    await insertPush(tx, { integration_id: id, board_id: sync_board_id, prospect_ids: [event.prospect_id] });
    for (const action of mine) await recordColumn(tx, id, event, action);
    wake(tx, id);
  }
}

/** The stage by every move, in the order of the moves; a meeting once a card and column. */
async function recordColumn(tx: Tx, integration_id: number, event: CardEntry, action: CardPush): Promise<void> {
  const { prospect_id, card_id, column_id, version } = event;
  const [lead] = await findProspects(tx, [prospect_id]);
  if (lead === undefined) return;
  const fields = { integration_id, prospect_id, happened_at: tx.clock.now() };
  if (action.stage)
    await store.insertEvent(tx, {
      ...fields,
      kind: 'stage',
      event_key: `${card_id}/${version}/${action.rule_id}`,
      title: toTitle(lead),
      text: action.column,
      stage: action.stage,
    });
  if (action.notes_meeting)
    await store.insertEvent(tx, {
      ...fields,
      kind: 'meeting',
      event_key: `${card_id}/${column_id}`,
      title: 'Meeting booked',
      text: `The lead came into the column "${action.column}".`,
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
