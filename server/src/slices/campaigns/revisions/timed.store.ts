import type { TimedCopy } from '@overture/domain/flow/timed-publishing';
import { sql } from 'kysely';
import type { Actor, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import type { TimedChoice } from './revisions.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

/** Writes down when the working copy of now is published. Who acts here from another organization is named as nobody. */
export async function saveTime(
  { db, organization, user }: Tx,
  campaignId: number,
  given: { at: Date; choice: TimedChoice },
): Promise<void> {
  await sql`update campaign_working_copies set publish_at = ${given.at}, publish_choice = ${JSON.stringify(given.choice)}::jsonb,
      publish_version = edit_version, publish_refusal = null, publish_refused_at = null,
      publish_by = (select id from users where id = ${user?.id ?? null} and organization_id = ${organization.id})
    where campaign_id = ${campaignId} and organization_id = ${organization.id}`.execute(db);
}

/** Takes the time back; with words, they say why nothing was published. */
export async function clearTime(
  { db, organization }: Pick<Tx, 'db' | 'organization'>,
  campaignId: number,
  refusal: string | null,
): Promise<void> {
  await sql`update campaign_working_copies set publish_at = null, publish_choice = null, publish_version = null,
      publish_by = case when ${refusal}::text is null then null else publish_by end, publish_refusal = ${refusal},
      publish_refused_at = case when ${refusal}::text is null then null else app_now() end
    where campaign_id = ${campaignId} and organization_id = ${organization.id}`.execute(db);
}

export interface DueCopy {
  campaign_id: number;
  organization_id: number;
  /** Who chose the time. */
  actor: Actor | null;
}

/** Working copies whose time has come, the longest waiting first. */
export async function listDueCopies({ db }: Parameters<Parameters<SystemContext['systemRead']>[0]>[0], limit: number) {
  const rows = await sql<DueCopy>`select w.campaign_id, w.organization_id,
      case when u.id is not null then json_build_object('id', u.id, 'actor_id', u.id, 'role', u.role) end as actor
    from campaign_working_copies w left join users u on u.id = w.publish_by
    where w.publish_at <= app_now() order by w.publish_at limit ${limit}`.execute(db);
  return rows.rows;
}

/** The copy if its time has come and nobody has published or changed that meanwhile. Called with the campaign's mutex. */
export async function findDueCopy(
  { db, organization }: Pick<Tx, 'db' | 'organization'>,
  campaignId: number,
): Promise<(TimedCopy & { publish_choice: TimedChoice }) | undefined> {
  const rows = await sql<
    TimedCopy & { publish_choice: TimedChoice }
  >`select publish_at, publish_version, edit_version, publish_choice
    from campaign_working_copies where campaign_id = ${campaignId} and organization_id = ${organization.id}
      and publish_at <= app_now() for no key update`.execute(db);
  return rows.rows[0];
}
