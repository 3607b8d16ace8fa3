import pg from 'pg';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { explainLeads } from '../../../server/src/slices/campaigns/run/run.service.ts';
import { startCampaign } from './proof-campaigns.ts';
import type { ProofWorld, Verdict } from './proof-world.ts';

/** What the stand-in does to the first action of every sort towards a person, by a word in the address of their profile. */
const FAULTS = ['done500', 'lost500', 'done504', 'lost503', 'donedrop', 'lostdrop', 'slow', 'busy'] as const;
/** Every third person brings a fault. */
const FAULT_EVERY = 3;

const OUTREACH: factory.NodeSpec[] = [
  { type: 'VISIT_LINKEDIN_PROFILE' },
  { type: 'LIKE_LAST_LINKEDIN_POST' },
  { type: 'LINKEDIN_INVITE', message: 'A note for {{first_name}}' },
  { type: 'DELETE_LINKEDIN_INVITE' },
  { type: 'INMAIL', subject: 'About {{company_name}}', message: 'An InMail for {{first_name}}' },
];
const FRIENDS: factory.NodeSpec[] = [
  { type: 'LINKEDIN_INVITE', message: 'Hello {{first_name}}' },
  { type: 'ACCEPTED_INVITE', delay_in_hours: 30 * 24 },
  { type: 'LINKEDIN_MESSAGE', branch: 'yes', message: 'First words for {{first_name}}' },
  { type: 'LINKEDIN_MESSAGE', message: 'Second words for {{first_name}}' },
];

export interface SeatsOptions {
  senders: number;
  leads_per_sender: number;
}

/** New seats with two campaigns each: one takes every sort of action, the other waits for invites to be accepted. */
export async function fillSeats(
  world: ProofWorld,
  { senders, leads_per_sender }: SeatsOptions,
  name: string,
): Promise<void> {
  const organization_id = await factory.makeOrganization(world.system);
  const each = Math.ceil(leads_per_sender / 2);
  for (let place = 0; place < senders; place += 1) {
    const account_id = await makeSeat(world, organization_id, {});
    for (const [nodes, word] of [[OUTREACH, 'ignores'] as const, [FRIENDS, 'accepts'] as const]) {
      const people = Array.from({ length: each }, (_, n) => {
        const fault = n % FAULT_EVERY === 0 ? `-${FAULTS[(n / FAULT_EVERY + place) % FAULTS.length]}` : '';
        const who = `${word.slice(0, 1)}${n}s${place}${name}`;
        return { email: null, first_name: who, linkedin: `${who}-${word}-silent${fault}` };
      });
      await startCampaign(world, { organization_id, linkedin_account_id: account_id, nodes }, people);
    }
  }
}

export async function makeSeat(
  world: ProofWorld,
  organizationId: number,
  limits: Partial<factory.SeatSpec>,
): Promise<number> {
  const seat_id = await world.linkedin!.connectSeat('RECRUITER');
  return factory.makeLinkedinSender(world.system, organizationId, { seat_id, tier: 'RECRUITER', ...limits });
}

interface IntentRow {
  ref_id: number;
  organization_id: number;
  state: string;
  code: string | null;
  action: string;
  seat: string;
  person: string;
  text: string | null;
}

export interface LinkedinVerdict extends Verdict {
  /** Actions that were really taken, by sort. */
  by_action: Record<string, number>;
  /** Of those, how many were never confirmed by the call itself. */
  hidden: number;
  /** Parked ones whose lead says so. */
  visible: number;
  /** Visits without evidence, as shown at their lead. */
  unproved_visits: number;
}

/** Joins LinkedIn's ledger with the database. */
export async function consultLinkedinOracle(world: ProofWorld): Promise<LinkedinVerdict> {
  const client = new pg.Client({ connectionString: world.connectionString });
  await client.connect();
  const intents =
    await client.query<IntentRow>(`select i.ref_id::int, i.organization_id::int, i.state, i.code, i.action,
      a.provider_account_id as seat, substr(p.linkedin_key::text, 4) as person, i.body_text as text
    from outbound_intents i join accounts a on a.id = i.account_id join prospects p on p.id = i.prospect_id
    where i.channel = 'linkedin' and i.action <> 'look'`);
  // Everybody who gets an invite accepts it: who waits for that was forgotten.
  const stuck = await client.query<{ count: number }>(`select count(*)::int from campaign_leads l
    left join campaign_nodes n on n.id = l.next_node_id where l.status in ('SCHEDULED', 'ACTIVE')
    and (l.next_at <= app_now() or l.is_in_flight or n.type = 'ACCEPTED_INVITE')
    and not exists (select from outbound_intents i where i.ref_id = l.id and i.ref_part = l.next_node_id
      and i.state in ('unknown', 'parked'))`);
  const leads = await client.query<{ status: string; count: number }>(
    'select status, count(*)::int from campaign_leads group by status order by status',
  );
  await client.end();
  const lines = await world.linkedin!.listLedger();
  const done = Map.groupBy(lines, (line) => keyOf(line.account_id, line.action, line.public_identifier, line.text));
  const known = new Map(intents.rows.map((row) => [keyOf(row.seat, row.action, row.person, row.text), row.state]));
  const of = (state: string) => intents.rows.filter((row) => row.state === state);
  const wasDone = (row: IntentRow) => done.has(keyOf(row.seat, row.action, row.person, row.text));
  return {
    confirmed: of('confirmed').length,
    parked: of('parked').length,
    unknown: of('unknown').length,
    duplicates: [...done].filter(([, group]) => group.length > 1).map(([key]) => key),
    lost: of('confirmed')
      .filter((row) => row.code !== 'nothing_to_do' && !wasDone(row))
      .map((row) => keyOf(row.seat, row.action, row.person, row.text)),
    unaccounted: [...done.keys()].filter(
      (key) => !['confirmed', 'parked', 'unknown', 'dispatching'].includes(known.get(key) ?? ''),
    ),
    stuck: stuck.rows[0]!.count,
    leads: Object.fromEntries(leads.rows.map((row) => [row.status, row.count])),
    by_action: countBy(lines.map((line) => line.action)),
    hidden: lines.filter((line) => line.fault !== null).length,
    visible: await countVisible(world, of('parked')),
    unproved_visits: of('confirmed').filter((row) => row.action === 'visit' && row.code === 'nothing_to_do').length,
  };
}

const keyOf = (...parts: (string | null)[]): string => parts.map((part) => part ?? '').join(' | ');

function countBy(words: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, group]) => [word, group.length]));
}

async function countVisible(world: ProofWorld, parked: readonly IntentRow[]): Promise<number> {
  let visible = 0;
  for (const [organizationId, group] of Map.groupBy(parked, (row) => row.organization_id)) {
    const ids = group.map((row) => row.ref_id);
    const waiting = await world.system.forOrganization(organizationId).transaction((tx) => explainLeads(tx, ids));
    visible += [...waiting.values()].filter(({ rule }) => rule === 'unconfirmed').length;
  }
  return visible;
}
