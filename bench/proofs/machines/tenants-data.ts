import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import type { ProofWorld } from '../world/proof-world.ts';
import { makeTenant, type Tenant } from '../world/tenants.ts';

export interface Size {
  tenants: number;
  /** Mailboxes of each, which share its campaign. */
  senders: number;
  /** Leads of each. */
  leads: number;
  /** Leads of one more tenant, all due at the same time. */
  greedy: number;
}

/** Statements of so many tenants at a time. */
const AT_ONCE = 8;

async function makeMailboxes(
  world: ProofWorld,
  organizationId: number,
  name: string,
  senders: number,
): Promise<number[]> {
  const { smtp_port, imap_port } = world.mail;
  const ids: number[] = [];
  for (let place = 0; place < senders; place += 1) {
    const email = `sender${place}@${name}.example`;
    ids.push(await factory.makeMailSender(world.system, organizationId, { email, smtp_port, imap_port }));
  }
  await world.owner.query(
    `insert into mailbox_syncs (account_id, organization_id) select id, organization_id from accounts where id = any($1)`,
    [ids],
  );
  return ids;
}

async function fillTenant(world: ProofWorld, name: string, senders: number, leads: number): Promise<Tenant> {
  const tenant = await makeTenant(world, name);
  const { organization_id } = tenant;
  const [account_id = null, ...more_email_accounts] = await makeMailboxes(world, organization_id, name, senders);
  const campaign = await factory.makeCampaign(world.system, {
    ...{ organization_id, account_id, more_email_accounts },
    nodes: [{ type: 'EMAIL' }],
    cap: 40,
  });
  // Each of a company of its own: colleagues get their mails from one sender.
  const people = Array.from({ length: leads }, (_, n) => ({
    email: `kim@company${n}.${name}.example`,
    company_name: `Company ${n}`,
  }));
  const ids = await factory.makePeople(world.system, organization_id, people);
  await factory.startPeople(world.system, campaign, organization_id, ids);
  return tenant;
}

/** Tenants with a campaign each, whose leads are due in a week. @returns the greedy one last */
export async function fillTenants(world: ProofWorld, { tenants, senders, leads, greedy }: Size): Promise<Tenant[]> {
  const all: Tenant[] = [];
  for (let first = 0; first < tenants; first += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, tenants - first) }, (_, n) => first + n);
    all.push(...(await Promise.all(places.map((n) => fillTenant(world, `tenant${n}`, senders, leads)))));
  }
  all.push(await fillTenant(world, 'greedy', Math.ceil(greedy / 40), greedy));
  await world.owner.query(`update campaign_leads set next_at = app_now() + interval '7 days'`);
  await world.owner.query(`update campaign_lanes set look_at = app_now() + random() * interval '900 seconds'`);
  await world.owner.query('vacuum (analyze)');
  return all;
}

export interface Due {
  lead_id: number;
  organization_id: number;
  due_at: number;
}

/** The leads of each campaign from one place to another become due, evenly over some seconds from a moment on. */
export async function makeDue(
  { owner }: ProofWorld,
  { from, to, starts_in, lasts }: { from: number; to: number; starts_in: number; lasts: number },
): Promise<Due[]> {
  const { rows } = await owner.query<Due>(
    `with begun as (select app_now() + make_interval(secs => $3::float8) as at),
       ranked as (select id, row_number() over (partition by campaign_id order by id) as place from campaign_leads)
     update campaign_leads l set next_at = begun.at + make_interval(secs => random() * $4::float8)
     from ranked, begun where ranked.id = l.id and ranked.place > $1 and ranked.place <= $2
     returning l.id::int as lead_id, l.organization_id::int as organization_id,
       (extract(epoch from l.next_at) * 1000)::float8 as due_at`,
    [from, to, starts_in, lasts],
  );
  // As a change of a campaign does: the planner looks and finds the time of its first lead.
  await owner.query('update campaign_lanes set look_at = app_now()');
  return rows;
}

/** When each of them left; those that have not are absent. */
export async function listLeft({ owner }: ProofWorld, due: readonly Due[]): Promise<Map<number, number>> {
  const { rows } = await owner.query<{ lead_id: number; at: number }>(
    `select ref_id::int as lead_id, (extract(epoch from dispatched_at) * 1000)::float8 as at from outbound_intents
     where kind = 'campaign_step' and ref_id = any($1) and dispatched_at is not null`,
    [due.map(({ lead_id }) => lead_id)],
  );
  return new Map(rows.map(({ lead_id, at }) => [lead_id, at]));
}
