import type { Label } from '@overture/contract/labels';
import { CAMPAIGN_LABELS_MAX } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const columns = sql.raw('id, name::text as name, color');

/** Campaign labels by name. */
export async function listLabels({ db, organization }: Tx): Promise<Label[]> {
  const rows = await sql<Label>`select ${columns} from labels
    where organization_id = ${organization.id} order by labels.name, id limit ${CAMPAIGN_LABELS_MAX}`.execute(db);
  return rows.rows;
}

export async function countLabels({ db, organization }: Tx): Promise<number> {
  const rows = await sql<{ total: number }>`select count(*) as total from labels
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.total ?? 0;
}

export async function hasLabel({ db, organization }: Tx, id: number): Promise<boolean> {
  const rows = await sql`select from labels where id = ${id} and organization_id = ${organization.id}`.execute(db);
  return rows.rows.length > 0;
}

/** Throws a unique violation for an existing name, ignoring case. */
export async function insertLabel({ db, organization }: Tx, given: { name: string; color: string }): Promise<Label> {
  const rows = await sql<Label>`insert into labels (organization_id, name, color)
    values (${organization.id}, ${given.name}, ${given.color}) returning ${columns}`.execute(db);
  return rows.rows[0]!;
}

/** As `insertLabel`, for one that exists. */
export async function updateLabel(
  { db, organization }: Tx,
  id: number,
  given: { name: string; color: string },
): Promise<Label | undefined> {
  const rows = await sql<Label>`update labels set name = ${given.name}, color = ${given.color}
    where id = ${id} and organization_id = ${organization.id} returning ${columns}`.execute(db);
  return rows.rows[0];
}

/** Takes it off every campaign too. Answers whether there was one. */
export async function deleteLabel({ db, organization }: Tx, id: number): Promise<boolean> {
  const rows = await sql`delete from labels where id = ${id} and organization_id = ${organization.id}`.execute(db);
  return rows.numAffectedRows === 1n;
}

/** In the order of the campaigns: two users who label the same ones do not deadlock. */
export async function insertCampaignLabels(
  { db, organization }: Tx,
  campaignIds: readonly number[],
  labelId: number,
): Promise<void> {
  await sql`insert into campaign_labels (label_id, campaign_id, organization_id)
    select ${labelId}, id, ${organization.id} from unnest(${[...campaignIds]}::bigint[]) as given (id) order by id
    on conflict do nothing`.execute(db);
}

export async function deleteCampaignLabels(
  { db, organization }: Tx,
  campaignIds: readonly number[],
  labelId: number,
): Promise<void> {
  await sql`delete from campaign_labels where label_id = ${labelId} and organization_id = ${organization.id}
    and campaign_id = any(${[...campaignIds]}::bigint[])`.execute(db);
}

/** Labels of several campaigns, each campaign's by name. */
export async function listLabelsOfCampaigns(
  { db, organization }: Tx,
  campaignIds: readonly number[],
): Promise<Map<number, Label[]>> {
  const rows = await sql<Label & { campaign_id: number }>`select c.campaign_id, l.id, l.name::text as name, l.color
    from campaign_labels c join labels l on l.id = c.label_id
    where c.campaign_id = any(${[...campaignIds]}::bigint[]) and c.organization_id = ${organization.id}
    order by l.name, l.id`.execute(db);
  const byCampaign = new Map<number, Label[]>();
  for (const { campaign_id, ...label } of rows.rows) {
    byCampaign.set(campaign_id, [...(byCampaign.get(campaign_id) ?? []), label]);
  }
  return byCampaign;
}
