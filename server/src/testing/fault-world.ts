import { api } from '@overture/contract';
import type { Diagnosis } from '@overture/contract/diagnosis';
import type { DiagnosisCode } from '@overture/domain/diagnosis/causes';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterEach, beforeAll, expect } from 'vitest';
import * as world from '../slices/campaigns/run/run.factory.ts';
import type { TestServer } from './harness.ts';
import { useCampaignWorld } from './worlds.ts';

export interface Made {
  person: Awaited<ReturnType<TestServer['signUp']>>;
  organization_id: number;
  account_id: number;
  campaign_id: number;
  node_ids: number[];
  prospects: number[];
}

export type Plant = (made: Made) => Promise<unknown>;

export interface Fault {
  name: string;
  expects: DiagnosisCode;
  /** What the sentence says. */
  says?: string;
  cure?: Diagnosis['cause']['cure'];
  state?: Diagnosis['state'];
  of?: 'sender';
  linkedin?: true;
  nodes?: world.NodeSpec[];
  spec?: Partial<world.CampaignSpec>;
  people?: Partial<world.PersonSpec>[];
  /** Before leads are started. */
  before?: Plant;
  /** After the engine has planned and sent what it may; it then runs again. */
  after?: Plant;
  /** Without a further tick. */
  last?: Plant;
  is_started?: false;
  /** The clock is moved to it first. */
  at?: Date;
}

export const EMAIL: world.NodeSpec = { type: 'EMAIL' };
export const LATER: world.NodeSpec = { type: 'EMAIL', delay_in_hours: 24 };
export const INVITE: world.NodeSpec = { type: 'LINKEDIN_INVITE', message: '' };

export const inHours = (hours: number) => sql`app_now() + make_interval(hours => ${hours})`;
export const AFTERNOONS = { days: [1, 2, 3, 4, 5, 6, 7], start: '14:00', end: '18:00' };

/**
 * Faults planted in the real database, and the first cause that the diagnosis of the campaign or the sender names after a tick of the
 * engine.
 */
export function useFaultWorld() {
  const { server, mail } = useCampaignWorld({ slow_in_ms: 0 });
  const system = () => server.program.system;
  const now = () => system().clock.now();
  const write = (statement: ReturnType<typeof sql>) =>
    system().systemTransaction(async ({ db }) => void (await statement.execute(db)));
  const goTo = (at: Date) => world.moveClock(system(), Math.ceil((at.getTime() - now().getTime()) / 1000));

  beforeAll(async () => {
    const monday = new Date(now());
    monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7 || 7));
    monday.setUTCHours(9, 0, 0, 0);
    await goTo(monday);
  }, 60_000);

  let locked: PoolClient | null = null;

  /** Nothing of one fault is left for the next one to wait for. */
  afterEach(async () => {
    await locked?.query('rollback');
    locked?.release();
    locked = null;
    await write(sql`update installation set sending_held_since = null`);
    await write(sql`update campaigns set status = 'ARCHIVED', version = version + 1 where status <> 'ARCHIVED'`);
    await write(sql`update outbound_intents set state = 'cancelled', settled_at = app_now() where settled_at is null`);
  });

  const setCampaign = (set: ReturnType<typeof sql>): Plant => {
    return ({ campaign_id }) =>
      write(sql`update campaigns set version = version + 1, ${set} where id = ${campaign_id}`);
  };
  const setSender = (set: ReturnType<typeof sql>): Plant => {
    return ({ account_id }) => write(sql`update accounts set ${set} where id = ${account_id}`);
  };
  const setOrganization = (set: ReturnType<typeof sql>): Plant => {
    return ({ organization_id }) =>
      write(sql`update organizations set ${set} where organization_id = ${organization_id}`);
  };
  const setLeads = (set: ReturnType<typeof sql>): Plant => {
    return ({ campaign_id }) => write(sql`update campaign_leads set ${set} where campaign_id = ${campaign_id}`);
  };
  const useUp = (scope: string, used: number, of: (made: Made) => number = ({ account_id }) => account_id): Plant => {
    return (made) =>
      write(sql`insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, cap, used)
      values (${made.organization_id}, ${scope}, ${of(made)}, (app_now() at time zone 'UTC')::date, 'UTC', app_now(),
        app_now() + interval '10 hours', ${used}, ${used})`);
  };
  const pauseByGuard =
    (scope: 'sender' | 'domain' | 'campaign'): Plant =>
    async (made) => {
      const { organization_id, account_id, campaign_id } = made;
      const scope_id = scope === 'sender' ? account_id : scope === 'campaign' ? campaign_id : 0;
      await write(sql`insert into guard_states (organization_id, scope, scope_id, domain, reason, warned_at, paused_at)
      values (${organization_id}, ${scope}, ${scope_id}, ${scope === 'domain' ? 'acme.example' : ''},
        '3 bounces among 60 messages in 7 days', app_now(), app_now())`);
      if (scope !== 'campaign') await setSender(sql`guard_reason = '3 bounces among 60 messages in 7 days'`)(made);
    };
  const endPlan = setOrganization(sql`active_subscription = false, trial_ends_at = app_now() - interval '1 day'`);
  const holdSending: Plant = () => write(sql`update installation set sending_held_since = app_now()`);
  const disconnect = setSender(sql`status = 'CREDENTIALS'`);
  const failDomain = setSender(
    sql`domain_hold_reason = 'acme.example has no SPF record.', domain_held_from = app_now() - interval '1 hour'`,
  );
  const addMailbox = async ({ organization_id, campaign_id }: Made, email: string, status = 'OK') => {
    const id = await world.makeMailSender(system(), organization_id, { email, smtp_port: mail.smtp_port });
    await write(sql`update accounts set status = ${status} where id = ${id}`);
    await write(sql`insert into campaign_senders (organization_id, campaign_id, channel, account_id, position)
      values (${organization_id}, ${campaign_id}, 'email', ${id}, 1)`);
    return id;
  };

  async function plant(fault: Fault): Promise<Made> {
    if (fault.at) await goTo(fault.at);
    const person = await server.signUp();
    const { organization_id } = person;
    await write(
      sql`update organizations set active_subscription = true, adds_privacy_link = false where organization_id = ${organization_id}`,
    );
    const account_id = fault.linkedin
      ? await world.makeLinkedinSender(system(), organization_id, {
          seat_id: `seat${organization_id}`,
          tier: 'SALES_NAVIGATOR',
        })
      : await world.makeMailSender(system(), organization_id, {
          email: `ada${organization_id}@acme.example`,
          smtp_port: mail.smtp_port,
          imap_port: mail.imap_port,
        });
    const campaign = await world.makeCampaign(system(), {
      organization_id,
      account_id: fault.linkedin ? null : account_id,
      ...(fault.linkedin ? { linkedin_account_id: account_id } : {}),
      nodes: fault.nodes ?? [EMAIL],
      ...fault.spec,
    });
    const people = (fault.people ?? [{}]).map((one, n) => ({
      email: `p${n}.${organization_id}@fault.example`,
      linkedin: `p${n}-${organization_id}`,
      ...one,
    }));
    const prospects = people.length === 0 ? [] : await world.makePeople(system(), organization_id, people);
    const made = {
      person,
      organization_id,
      account_id,
      campaign_id: campaign.id,
      node_ids: campaign.node_ids,
      prospects,
    };
    await fault.before?.(made);
    if (fault.is_started === false) {
      for (const id of prospects)
        await write(
          sql`insert into campaign_leads (organization_id, campaign_id, prospect_id) values (${organization_id}, ${campaign.id}, ${id})`,
        );
    } else await world.startPeople(system(), campaign, organization_id, prospects);
    await world.runUntilQuiet(system());
    if (fault.after) {
      await fault.after(made);
      await world.runUntilQuiet(system());
    }
    await fault.last?.(made);
    return made;
  }

  async function diagnose({ person, account_id, campaign_id }: Made, of: Fault['of']): Promise<Diagnosis> {
    const answer =
      of === 'sender'
        ? await person.call(api.diagnoseSender, { params: { id: account_id } })
        : await person.call(api.diagnoseCampaign, { params: { id: campaign_id } });
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    return answer.data.diagnosis;
  }

  async function check(fault: Fault): Promise<void> {
    const made = await plant(fault);
    const found = await diagnose(made, fault.of);
    const { code, cure, text } = found.cause;
    expect({ code, others: found.others.map((one) => one.code) }, text).toMatchObject({ code: fault.expects });
    if (fault.cure) expect(cure).toBe(fault.cure);
    if (fault.state) expect(found.state).toBe(fault.state);
    expect(text.toLowerCase()).toContain((fault.says ?? '').toLowerCase());
    expect(text).not.toMatch(/undefined|null/);
  }
  /** Locks a sender until the fault was checked: dispatchers leave it to others. */
  async function lockSender(id: number): Promise<void> {
    const client = await server.owner.connect();
    locked = client;
    await client.query('begin');
    await client.query('select from accounts where id = $1 for no key update', [id]);
  }
  return {
    server,
    system,
    write,
    check,
    plant,
    lockSender,
    setCampaign,
    setSender,
    setOrganization,
    setLeads,
    useUp,
    pauseByGuard,
    endPlan,
    holdSending,
    disconnect,
    failDomain,
    addMailbox,
  };
}
