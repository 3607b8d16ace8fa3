import type { MailboxConnection } from '@overture/adapters/mailbox/mailbox.port';
import type { LinkedinTier } from '@overture/domain/accounts';
import { firstLane } from '@overture/domain/campaign/lead-plan';
import type { Branch } from '@overture/domain/flow/flow';
import { isStepType, type NodeType } from '@overture/domain/flow/step-types';
import { sql } from 'kysely';
import type { SystemContext } from '../../../kernel/context.ts';
import { keptPlan } from '../../../kernel/db/kept-plan.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { wakeCampaigns } from '../../campaign-lanes/index.ts';
import { startLeads } from './leads/run-leads.store.ts';
import { startWantedLookUps } from './lookups/flow-lookups.service.ts';
import { runDueSteps } from './planning/due-steps.job.ts';

/** Rows for tests, proofs and benches of the engine, written straight into the database. */

export interface SenderSpec {
  email: string;
  smtp_port: number;
  imap_port?: number;
  password?: string;
  gap_in_seconds?: number;
  cap?: number;
  sent_copy?: 'kept_by_server' | 'appended' | 'no_sent_folder' | null;
}

export interface NodeSpec {
  type: NodeType;
  /** Place in the list of the node above; the node before by default, null for the start. */
  parent?: number | null;
  branch?: Branch;
  delay_in_hours?: number;
  subject?: string | null;
  message?: string;
  message_b?: string;
  fallback?: string;
  /** Null makes leads without an address wait forever. */
  address_wait_in_days?: number | null;
}

export interface CampaignSpec {
  organization_id: number;
  account_id: number | null;
  nodes: NodeSpec[];
  /** Mailboxes that share it with the first. */
  more_email_accounts?: number[];
  /** Seats that share it with the first. */
  more_linkedin_accounts?: number[];
  linkedin_account_id?: number;
  linkedin_max_connections?: number;
  linkedin_max_messages?: number;
  /** Credits that look-ups may cost; without a bound when left out. */
  lookup_credits?: number;
  cap?: number;
  timezone?: string;
  sending_window?: { days: number[]; start: string; end: string };
}

export const ALWAYS_OPEN = { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' };

export async function makeOrganization(system: SystemContext, name = 'Acme'): Promise<number> {
  return system.systemTransaction(async ({ db }) => {
    const rows = await sql<{ id: number }>`insert into organizations (name, active_subscription) values (${name}, true)
      returning organization_id as id`.execute(db);
    return rows.rows[0]!.id;
  });
}

/** A connected mailbox on local stand-in servers. */
export async function makeMailSender(system: SystemContext, organizationId: number, spec: SenderSpec): Promise<number> {
  const server = (port: number) => ({
    host: '127.0.0.1',
    port,
    secure: false,
    username: spec.email,
    password: spec.password ?? 'sandbox',
  });
  const connection: MailboxConnection = {
    type: 'IMAP',
    email: spec.email,
    imap: server(spec.imap_port ?? 1),
    smtp: server(spec.smtp_port),
  };
  const sealed = system.vault.seal('mailbox', JSON.stringify(connection));
  return system.systemTransaction(async ({ db }) => {
    const rows = await sql<{ id: number }>`insert into accounts (organization_id, account_type, status, name, email,
        email_max_messages, send_gap_in_seconds, sealed_connection, sent_copy)
      values (${organizationId}, 'IMAP', 'OK', 'Ada Jansen', ${spec.email}, ${spec.cap ?? 40}, ${spec.gap_in_seconds ?? 0},
        ${sealed}, ${spec.sent_copy === undefined ? 'no_sent_folder' : spec.sent_copy}) returning id`.execute(db);
    return rows.rows[0]!.id;
  });
}

export interface SeatSpec {
  /** The provider's id of the account. */
  seat_id: string;
  tier: LinkedinTier;
  gap_in_seconds?: number;
  invites?: number;
  messages?: number;
  weekly_invites?: number;
}

export async function makeLinkedinSender(
  system: SystemContext,
  organizationId: number,
  spec: SeatSpec,
): Promise<number> {
  return system.systemTransaction(async ({ db }) => {
    const rows = await sql<{ id: number }>`insert into accounts (organization_id, account_type, status, name, tier,
        provider_account_id, linkedin_member_id, linkedin_max_connections, linkedin_max_messages, linkedin_weekly_invites,
        send_gap_in_seconds)
      values (${organizationId}, 'LINKEDIN', 'OK', 'Ada Jansen', ${spec.tier}, ${spec.seat_id}, ${spec.seat_id},
        ${spec.invites ?? 50}, ${spec.messages ?? 100}, ${spec.weekly_invites ?? 100}, ${spec.gap_in_seconds ?? 0})
      returning id`.execute(db);
    return rows.rows[0]!.id;
  });
}

/** Creates an active campaign; returns its id and those of its nodes, in the given order. */
export async function makeCampaign(
  system: SystemContext,
  spec: CampaignSpec,
): Promise<{ id: number; node_ids: number[] }> {
  return system.systemTransaction(async ({ db }) => {
    const rows = await sql<{
      id: number;
    }>`insert into campaigns (organization_id, name, status, timezone, email_account_id,
        email_max_messages, linkedin_account_id, linkedin_max_connections, linkedin_max_messages, lookup_credits, sending_window, activated_at)
      values (${spec.organization_id}, 'Campaign', 'ACTIVE', ${spec.timezone ?? 'UTC'}, ${spec.account_id},
        ${spec.cap ?? 40}, ${spec.linkedin_account_id ?? null}, ${spec.linkedin_max_connections ?? 50},
        ${spec.linkedin_max_messages ?? 100}, ${spec.lookup_credits ?? null}::int, ${toJson(spec.sending_window ?? ALWAYS_OPEN)}::jsonb, app_now()) returning id`.execute(
      db,
    );
    const id = rows.rows[0]!.id;
    await sql`insert into campaign_senders (organization_id, campaign_id, channel, account_id, position)
      select ${spec.organization_id}::bigint, ${id}::bigint, 'email', account_id, place from unnest(${spec.more_email_accounts ?? []}::bigint[])
        with ordinality as g (account_id, place)
      union all select ${spec.organization_id}::bigint, ${id}::bigint, 'linkedin', account_id, place
      from unnest(${spec.more_linkedin_accounts ?? []}::bigint[]) with ordinality as g (account_id, place)`.execute(db);
    const nodeIds: number[] = [];
    for (const [index, node] of spec.nodes.entries()) {
      const parent = node.parent === undefined ? index - 1 : (node.parent ?? -1);
      const made = await sql<{
        id: number;
      }>`insert into campaign_nodes (organization_id, campaign_id, kind, type, parent_id,
          branch, delay_in_hours, subject_line, message, placeholder_message, message_b, address_wait_in_days)
        values (${spec.organization_id}, ${id}, ${isStepType(node.type) ? 'step' : 'condition'}, ${node.type},
          ${nodeIds[parent] ?? null}, ${node.branch ?? null}, ${node.delay_in_hours ?? 0},
          ${node.subject === undefined ? 'A question about {{company_name}}' : node.subject}, ${node.message ?? 'Hi {{first_name}}, shall we talk?'},
          ${node.fallback ?? null}, ${node.message_b ?? null},
          ${node.address_wait_in_days === undefined ? 14 : node.address_wait_in_days}) returning id`.execute(db);
      nodeIds.push(made.rows[0]!.id);
    }
    return { id, node_ids: nodeIds };
  });
}

export interface PersonSpec {
  email: string | null;
  first_name?: string;
  company_name?: string | null;
  phone_number?: string | null;
  /** Name in the address of the LinkedIn profile. */
  linkedin?: string;
  website?: string;
}

/** Creates people of the organization; returns their ids in order. */
export async function makePeople(
  system: SystemContext,
  organizationId: number,
  people: readonly PersonSpec[],
): Promise<number[]> {
  return system.systemTransaction(async ({ db }) => {
    const rows = await sql<{
      id: number;
    }>`insert into prospects (organization_id, first_name, last_name, email, company_name,
        phone_number, linkedin_key, linkedin_profile_url, company_website_url)
      select ${organizationId}, coalesce(first_name, 'Kim'), 'Reader', email, company_name, phone_number,
        'in/' || linkedin, 'https://www.linkedin.com/in/' || linkedin, website
      from json_to_recordset(${toJson(people.map((person) => ({ company_name: 'Northwind', ...person })))}::json)
        as g (first_name text, email text, company_name text, phone_number text, linkedin text,
          website text) returning id`.execute(db);
    return rows.rows.map((row) => row.id);
  });
}

/** Adds people to a campaign and starts them; returns the campaign leads in order. */
export async function startPeople(
  system: SystemContext,
  campaign: { id: number; node_ids: number[] },
  organizationId: number,
  prospectIds: readonly number[],
): Promise<number[]> {
  const leads = await system.systemTransaction(async (tx) => {
    const rows = await sql<{ id: number }>`insert into campaign_leads (organization_id, campaign_id, prospect_id)
      select ${organizationId}, ${campaign.id}, p from unnest(${prospectIds}::bigint[]) with ordinality as t (p, index)
      order by index returning id`.execute(tx.db);
    const first = await sql<{ id: number; type: NodeType; delay_in_hours: number }>`select id, type, delay_in_hours
      from campaign_nodes where campaign_id = ${campaign.id} and parent_id is null`.execute(tx.db);
    const { id, type, delay_in_hours } = first.rows[0]!;
    await startLeads(tx, {
      campaign_id: campaign.id,
      first_node_id: id,
      first_lane: firstLane(type),
      delay_in_hours,
      prospect_ids: null,
    });
    return rows.rows.map((row) => row.id);
  });
  await system.forOrganization(organizationId).transaction((tx) => wakeCampaigns(tx, [campaign.id]));
  return leads;
}

/** Moves the installation's clock, as the development call does. */
export async function moveClock(system: SystemContext, seconds: number): Promise<void> {
  const offset = await system.systemTransaction(async ({ db }) => {
    const rows = await sql<{
      ms: number;
    }>`update installation set clock_offset = clock_offset + make_interval(secs => ${seconds})
      returning extract(epoch from clock_offset)::float8 * 1000 as ms`.execute(db);
    return rows.rows[0]!.ms;
  });
  system.clock.setOffset(offset);
}

/** Ticks until nothing is due and nothing is under way. A dispatcher must run. */
export async function runUntilQuiet(system: SystemContext, limitInMs = 45_000): Promise<void> {
  const deadline = performance.now() + limitInMs;
  for (let isPlanning = true; ; ) {
    // While something is only being sent there is nothing to plan.
    if (isPlanning) {
      await runDueSteps(system);
      await startWantedLookUps(system);
    }
    const { due, open } = await system.systemTransaction(async ({ db }) => {
      const rows = await sql<{ due: boolean; open: boolean }>`${keptPlan}select
        exists (select from campaign_lanes where look_at <= app_now() + interval '1500 milliseconds') as due,
        exists (select from outbound_intents where state = 'dispatching' or (state = 'intent' and due_at <= app_now())) as open`.execute(
        db,
      );
      return rows.rows[0]!;
    });
    if (!due && !open && isPlanning) return;
    isPlanning = due || !open;
    if (performance.now() > deadline) throw new Error('the engine did not come to rest');
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
