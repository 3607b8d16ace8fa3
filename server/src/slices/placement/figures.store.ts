import { PLACEMENT_TEXTS_SHOWN } from '@overture/contract/placement';
import { PLACEMENT_LIMITS } from '@overture/domain/deliverability/placement';
import type { ProviderGroup } from '@overture/domain/sending/sender-choice';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;

export interface Counts {
  inbox: number;
  tab: number;
  spam: number;
  missing: number;
}

const counts = sql`count(*) filter (where placement = 'inbox')::int as inbox, count(*) filter (where placement = 'tab')::int as tab,
  count(*) filter (where placement = 'spam')::int as spam, count(*) filter (where placement = 'missing')::int as missing`;

const shown = (organizationId: number): RawBuilder<unknown> => sql`p.organization_id = ${organizationId}
  and p.created_at > (select app_now()) - make_interval(days => ${PLACEMENT_LIMITS.shown_days})`;

export interface Totals extends Counts {
  seeds_heard: number;
  open: number;
}

export async function findTotals({ db, organization }: Reader): Promise<Totals> {
  const rows =
    await sql<Totals>`select ${counts}, count(distinct seed_id) filter (where state = 'placed')::int as seeds_heard,
      count(*) filter (where state in ('planned', 'sent'))::int as open
    from placement_copies p where ${shown(organization.id)}`.execute(db);
  return rows.rows[0]!;
}

/** Of senders that are still connected. */
export async function listSenderCounts({ db, organization }: Reader): Promise<(Counts & { account_id: number })[]> {
  const rows = await sql<Counts & { account_id: number }>`select p.account_id, ${counts} from placement_copies p
    join accounts a on a.organization_id = p.organization_id and a.id = p.account_id and a.deleted_at is null
    where ${shown(organization.id)} and p.state = 'placed' and p.placement <> 'elsewhere' group by p.account_id
    order by count(*) desc, p.account_id limit 2000`.execute(db);
  return rows.rows;
}

export async function listProviderCounts({
  db,
  organization,
}: Reader): Promise<(Counts & { provider_group: ProviderGroup })[]> {
  const rows = await sql<
    Counts & { provider_group: ProviderGroup }
  >`select p.provider_group, ${counts} from placement_copies p
    where ${shown(organization.id)} and p.state = 'placed' and p.placement <> 'elsewhere' group by p.provider_group order by p.provider_group`.execute(
    db,
  );
  return rows.rows;
}

export interface TextCounts extends Counts {
  campaign_id: number;
  campaign_name: string;
  node_id: number;
  subject: string | null;
  variant: string;
}

export async function listTextCounts({ db, organization }: Reader): Promise<TextCounts[]> {
  const rows = await sql<TextCounts>`select t.*, c.name as campaign_name, nullif(btrim(n.subject_line), '') as subject
    from (select p.campaign_id, p.node_id, p.variant, ${counts}, count(*) as copies from placement_copies p
      where ${shown(organization.id)} and p.state = 'placed' and p.placement <> 'elsewhere' group by p.campaign_id, p.node_id, p.variant
      order by count(*) desc, p.campaign_id, p.node_id, p.variant limit ${PLACEMENT_TEXTS_SHOWN}) t
    join campaigns c on c.organization_id = ${organization.id} and c.id = t.campaign_id
    left join campaign_nodes n on n.organization_id = ${organization.id} and n.id = t.node_id
    order by t.copies desc, t.campaign_id, t.node_id, t.variant`.execute(db);
  return rows.rows;
}
