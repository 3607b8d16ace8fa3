import type { AnswerContent } from '@overture/contract/enrichment';
import { type AccountType, isEmailAccount, isMessagingAccount } from '@overture/domain/accounts';
import type { OutputType } from '@overture/domain/leads/lead-columns';
import { decideConnection } from '@overture/domain/money/sender-slots';
import { orNotFound } from '../../../kernel/errors.ts';
import { listAccounts } from '../../accounts/index.ts';
import { addChatWords } from '../../chats/index.ts';
import { openSource } from '../../lead-sources/index.ts';
import { findOrganization } from '../../organization/index.ts';
import { isInTrial } from '../../plans/index.ts';
import { parseOutput, typedColumns } from '../../research-results/index.ts';
import type { Batch, Incoming } from './arrivals.service.ts';
import * as store from './import-rows.store.ts';

const CONNECT_AGAIN = 'Moved in with an archive. Connect it again to send.';

/** Adds to rows what this installation decides, or counts from them. */
export async function completeRows(batch: Batch, rows: readonly Incoming[]): Promise<void> {
  if (batch.shape.name === 'prospects') await completeLeads(batch, rows);
  if (batch.shape.name === 'accounts') await completeSenders(batch, rows);
  if (batch.shape.name === 'enrichment_answers') await completeAnswers(batch, rows);
}

/** Leads without a source come from the archive. */
async function completeLeads({ tx }: Batch, rows: readonly Incoming[]): Promise<void> {
  const unknown = rows.filter(({ values }) => (values.source_id ?? null) === null);
  if (unknown.length === 0) return;
  const source_id = await openSource(tx, { kind: 'archive' });
  for (const { values } of unknown) values.source_id = source_id;
}

/**
 * A sender whose password the passphrase opened is connected; all others are connected again by hand. One for which the plan has no
 * place arrives as removed: connected later, it is the same sender.
 */
async function completeSenders({ run, tx }: Batch, rows: readonly Incoming[]): Promise<void> {
  await store.lockSenders(tx);
  for (const { values } of rows) {
    const hasSecret = typeof values.sealed_connection === 'string';
    if (values.deleted_at) {
      values.sealed_connection = null;
      continue;
    }
    const isRemoved = !(await hasPlace(tx, run.claimed.person, values.account_type as AccountType));
    values.status = isRemoved ? 'DELETED' : hasSecret ? 'RECONNECTED' : 'CREDENTIALS';
    values.status_reason = isRemoved || hasSecret ? null : CONNECT_AGAIN;
    if (!isRemoved) continue;
    values.deleted_at = run.arrival.now;
    values.sealed_connection = null;
  }
}

/** As when a sender is connected by hand. */
async function hasPlace(
  tx: Batch['tx'],
  person: Batch['run']['claimed']['person'],
  type: AccountType,
): Promise<boolean> {
  if (isMessagingAccount(type)) return true;
  const organization = orNotFound(await findOrganization(tx, tx.organization.id));
  const senders = await listAccounts(tx, tx.organization.id);
  const { id, role } = person ?? { id: 0, role: 'USER' as const };
  const decision = decideConnection(
    kindOf(type),
    { id, role, organization },
    {
      is_in_trial: isInTrial(organization, tx.clock.now()),
      is_partner: false,
      extra_linkedin_accounts: organization.extra_linkedin_accounts,
      extra_email_accounts: organization.extra_email_accounts,
      accounts: senders
        .filter(({ account_type }) => !isMessagingAccount(account_type))
        .map(({ account_type, is_base_account }) => ({ kind: kindOf(account_type), is_base_account })),
    },
  );
  return decision.allowed;
}

const kindOf = (type: AccountType): 'email' | 'linkedin' => (isEmailAccount(type) ? 'email' : 'linkedin');

/** Filters and sorts read the typed copies of a result. */
async function completeAnswers({ tx }: Batch, rows: readonly Incoming[]): Promise<void> {
  const types = await store.findTypes(tx, 'enrichment_prompts', [
    ...new Set(rows.map(({ values }) => Number(values.prompt_id))),
  ]);
  for (const { values } of rows) {
    const type = types.get(Number(values.prompt_id)) as OutputType | undefined;
    const content = values.answer as AnswerContent | null;
    if (type === undefined || content === null || typeof content !== 'object') continue;
    const output = parseOutput(type, content.output ?? null);
    if (output !== undefined) Object.assign(values, typedColumns(type, output));
  }
}

/** What follows from rows that were inserted, and from those that were here. */
export async function followRows(
  { tx, shape }: Batch,
  made: readonly Incoming[],
  here: readonly Incoming[],
): Promise<void> {
  if (shape.name === 'outbound_intents') {
    const unconfirmed = made.filter(({ values }) => values.state === 'parked' && values.kind === 'campaign_step');
    await store.holdUnconfirmed(
      tx,
      unconfirmed.map(({ values }) => Number(values.ref_id)),
    );
  }
  if (shape.name === 'sending_days')
    await store.addToDays(
      tx,
      here.map(({ values }) => values),
    );
  if (shape.name === 'chat_messages')
    await addChatWords(
      tx,
      made.map(({ values }) => ({
        prospect_id: Number(values.prospect_id),
        text: `${String(values.subject_line ?? '')} ${String(values.message)}`,
      })),
    );
}
