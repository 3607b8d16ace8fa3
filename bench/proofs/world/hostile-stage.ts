import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import type { HostileServers } from './hostile-servers.ts';
import type { ProofWorld } from './proof-world.ts';
import { startReading } from './tenants.ts';

/** Where hostile things are done: by one tenant, beside others. */
export interface HostileStage extends Pick<ProofWorld, 'system' | 'owner' | 'mail'> {
  organization_id: number;
  user_id: number;
  servers: HostileServers;
}

/** Its outcome: succeeded, held with a reason, failed with a reason, or parked by its loop. */
export interface ThingState {
  end_state: 'done' | 'held' | 'failed' | 'parked';
  reason: string;
}

/** Null as long as nothing has become of it. */
export type Look = () => Promise<ThingState | null>;

export interface HostileThing {
  name: string;
  /** What may become of it. */
  states: readonly ThingState['end_state'][];
  /** What the reason must contain, unless it succeeded. */
  words?: RegExp;
  prepare(stage: HostileStage): Promise<Look>;
}

export interface PlantedLetters {
  account_id: number;
  campaign_id: number;
  node_id: number;
  prospect_ids: number[];
  lead_ids: number[];
  email: string;
}

type Before = (ids: Omit<PlantedLetters, 'lead_ids'>) => Promise<unknown>;

interface LetterSpec {
  /** An existing one; by default it gets its own mailbox. */
  account_id?: number;
  sender?: Partial<factory.SenderSpec>;
  node?: Partial<factory.NodeSpec>;
  people?: factory.PersonSpec[];
  campaign?: Partial<factory.CampaignSpec>;
  /** What is spoilt before anything is due. */
  before?: Before;
}

let planted = 0;

/** A mailbox, a campaign of one mail and people who are due now. */
export async function plantLetters(stage: HostileStage, spec: LetterSpec = {}): Promise<PlantedLetters> {
  const { system, organization_id, mail } = stage;
  planted += 1;
  const email = `sender${planted}@hostile${planted}.example`;
  const sender = { email, smtp_port: mail.smtp_port, imap_port: mail.imap_port, ...spec.sender };
  const account_id = spec.account_id ?? (await factory.makeMailSender(system, organization_id, sender));
  await startReading(stage, account_id);
  const { id: campaign_id, node_ids } = await factory.makeCampaign(system, {
    organization_id,
    account_id,
    nodes: [{ type: 'EMAIL', ...spec.node }],
    ...spec.campaign,
  });
  const people = spec.people ?? [{ email: `lead${planted}@people.example` }];
  const prospect_ids = await factory.makePeople(system, organization_id, people);
  const ids = { account_id, campaign_id, node_id: node_ids[0]!, prospect_ids, email };
  await spec.before?.(ids);
  const lead_ids = await factory.startPeople(system, { id: campaign_id, node_ids }, organization_id, prospect_ids);
  return { ...ids, lead_ids };
}

interface LetterRow {
  state: string | null;
  reason: string | null;
  attempts: number | null;
  lead: string;
  lead_error: string | null;
  waiting_rule: string | null;
  is_held: boolean;
  held_reason: string | null;
  status: string;
  status_reason: string | null;
  parked: string | null;
}

const loadMails = async ({ owner }: HostileStage, { lead_ids, account_id }: PlantedLetters) => {
  const { rows } = await owner.query<LetterRow>(
    `select i.state, i.reason, i.attempts, l.status as lead, l.error as lead_error, coalesce(l.waiting_rule, c.waiting_rule) as waiting_rule,
       coalesce(a.held_until > app_now(), false) as is_held, a.held_reason, a.status, a.status_reason, (select p.error from parked_units p
         where p.organization_id = l.organization_id and ((p.loop in ('due-steps', 'timed-revisions', 'wanted-lookups') and p.key = l.campaign_id::text)
           or (p.loop in ('kept-leads', 'snippets-ahead') and p.key = l.id::text)) limit 1) as parked
     from campaign_leads l left join lateral (select state, reason, attempts from outbound_intents o
       where o.ref_id = l.id and o.kind = 'campaign_step' order by o.id desc limit 1) i on true
     left join campaign_lanes c on c.campaign_id = l.campaign_id join accounts a on a.id = $2 where l.id = any($1) order by l.id`,
    [lead_ids, account_id],
  );
  return rows;
};

/** Of letters: the worst of them; all must have left for `done`. */
export function lookAtLetters(stage: HostileStage, letters: PlantedLetters): Look {
  return async () => {
    const states = (await loadMails(stage, letters)).map(classifyMail);
    const worst = states.find((one) => one !== null && one.end_state !== 'done');
    if (worst) return worst;
    return states.every((one) => one !== null) ? { end_state: 'done', reason: 'sent' } : null;
  };
}

function classifyMail(row: LetterRow): ThingState | null {
  if (row.state === 'confirmed') return { end_state: 'done', reason: 'sent' };
  if (row.parked !== null) return { end_state: 'parked', reason: row.parked };
  if (row.state === 'parked' || row.state === 'unknown') return { end_state: 'parked', reason: row.reason ?? '' };
  if (row.is_held) return { end_state: 'held', reason: row.held_reason ?? '' };
  if (row.status !== 'OK') return { end_state: 'held', reason: row.status_reason ?? '' };
  if (row.state === 'rejected' || row.state === 'cancelled') return { end_state: 'failed', reason: row.reason ?? '' };
  if (row.lead_error) return { end_state: 'failed', reason: row.lead_error };
  if (row.state === 'intent' && row.attempts) return { end_state: 'held', reason: row.reason ?? '' };
  if (row.waiting_rule !== null && !['gap', 'queue'].includes(row.waiting_rule))
    return { end_state: 'held', reason: `waits: ${row.waiting_rule}` };
  return null;
}

/** Of one row: what `text` selects as `end_state` and `reason`; nothing or null is none yet. */
export function lookAtRow({ owner }: HostileStage, text: string, values: unknown[]): Look {
  return async () => {
    const { rows } = await owner.query<ThingState>(text, values);
    return rows[0]?.end_state ? { end_state: rows[0].end_state, reason: rows[0].reason ?? '' } : null;
  };
}

/** Of a mailbox that is read: what its status says. */
export const lookAtMailbox = (stage: HostileStage, accountId: number): Look =>
  lookAtRow(
    stage,
    `select case when status <> 'OK' then 'held' end as end_state, status_reason as reason from accounts where id = $1`,
    [accountId],
  );

/** Whether a person can read it: some words, nothing that cannot be shown, nothing of the inside of a program. */
function isPlain(reason: string): boolean {
  return (
    reason.trim().length >= 4 &&
    reason.length <= 1100 &&
    reason.isWellFormed() &&
    !reason.includes('\0') &&
    !/\bat \S+ \(|\[object|undefined|is not a function|node_modules|\n\s+at /.test(reason)
  );
}

export interface Outcome extends Partial<ThingState> {
  name: string;
  is_as_expected: boolean;
}

/** What has become of things so far. */
export async function judge(things: readonly { thing: HostileThing; look: Look }[]): Promise<Outcome[]> {
  return Promise.all(
    things.map(async ({ thing, look }) => {
      const found = await look();
      const { name, states, words } = thing;
      if (found === null) return { name, is_as_expected: false, reason: 'nothing became of it' };
      const isSaid = found.end_state === 'done' || (isPlain(found.reason) && (words?.test(found.reason) ?? true));
      return {
        name,
        ...found,
        reason: found.reason.slice(0, 200),
        is_as_expected: states.includes(found.end_state) && isSaid,
      };
    }),
  );
}
