import type { SigningRule } from '@overture/domain/campaign/signing-rule';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { MessageContext, MessageSender } from './message-context.rules.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** The context shared by all messages of a campaign to one lead, or to an example lead. */
export interface CampaignMessageContext extends Omit<MessageContext, 'sender' | 'lead_id' | 'step_id' | 'privacy_url'> {
  email: MessageSender | null;
  linkedin: MessageSender | null;
  /** How the campaign signs its emails, and with what. */
  signing: SigningRule & { chosen_signature: string | null };
}

/** SQL: id of the signature that emails of the campaign `c` end with; none where each message is written with its own. */
export const chosenSignature = (accountId: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`case c.signature_choice when 'fixed' then c.signature_id
    when 'sender' then (select w.signature_id from sender_signatures w
      where w.organization_id = c.organization_id and w.account_id = ${accountId}) end`;

const profile = (account: 'e' | 's') => {
  const of = (column: string) => sql.ref(`${account}.${column}`);
  return sql`json_build_object('name', ${of('name')}, 'email', ${of('email')}::text, 'phone', ${of('phone')},
    'title', ${of('job_title')}, 'calendar_url', ${of('calendar_url')})`;
};

/** The lead's own senders, or the campaign's first where it has none yet: as the engine chooses them. */
export async function loadMessageContext(
  { db, organization }: Tx,
  campaignId: number,
  leadId: number | null,
): Promise<CampaignMessageContext> {
  const rows = await sql<CampaignMessageContext>`select c.name as campaign_name, c.language,
      to_char(app_now() at time zone c.timezone, 'YYYY-MM-DD') as today,
      case when e.id is not null then ${profile('e')} end as email,
      case when s.id is not null then ${profile('s')} end as linkedin,
      json_build_object('signature_choice', c.signature_choice, 'signs_follow_ups', c.signs_follow_ups,
        'chosen_signature', (select g.signature from signatures g
          where g.organization_id = c.organization_id and g.id = ${chosenSignature(sql`e.id`)})) as signing
    from campaigns c
    left join campaign_leads l on l.campaign_id = c.id and l.id = ${leadId}
    left join accounts e on e.id = coalesce(l.email_account_id, c.email_account_id) and e.organization_id = c.organization_id
    left join accounts s on s.id = coalesce(l.linkedin_account_id, c.linkedin_account_id) and s.organization_id = c.organization_id
    where c.id = ${campaignId} and c.organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]!;
}
