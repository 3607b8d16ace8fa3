import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { CRM_NAMES } from '@overture/adapters/crm/testing/crm-names';
import type { CrmWorld } from '@overture/adapters/crm/testing/crm-world';
import { CRM_TYPES, type CrmType } from '@overture/domain/crm';
import { sealTokens } from '../../../server/src/slices/integrations/connect/tokens.service.ts';
import { insertPush } from '../../../server/src/slices/integrations/push/pushes.store.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { type CrmStandIns, startCrmStandIns } from '../world/crm-stand-ins.ts';
import { type ProofWorld, runProof } from '../world/proof-world.ts';

/**
 * Leads are pushed to the CRMs of the sandbox by workers that are killed around a write, or anywhere, while responses
 * are lost, requests are refused for a while and a second push of some of the same leads runs. Afterwards each person
 * is one record there, each lead is linked to its own record, and no lead is left out.
 */
export interface CrmKillOptions {
  /** How many leads each CRM gets. */
  leads: Partial<Record<CrmType, number>>;
  /** Of each CRM's workers. */
  kills: number;
  /** Longest real time until everything is written. */
  within_in_ms: number;
}

export interface CrmKillVerdict {
  leads: number;
  kills: number;
  seconds: number;
  /** Records there; the persons they should be. */
  records: number;
  persons: number;
  /** People with several records, and records without a person. */
  twice: number;
  strangers: number;
  /** Leads not pushed, and those linked to no record or to one that is another's. */
  lost: number;
  mistaken: number;
  /** Said by the pushes: how many leads are done, and how many records were made. */
  pushed: number;
  created: number;
}

/** Every so many leads: one who is there already, one without an address, one with the address of the lead before. */
const KNOWN_EVERY = 50;
const NAMELESS_EVERY = 20;
const DUPLICATE_EVERY = 33;
/** Requests of a killed worker may still arrive. */
const LATE_IN_MS = 1_500;
/** The delay of a search index behind the store. */
const LAG_IN_MS = 5_000;

export async function proveCrmKill(
  world: ProofWorld,
  options: CrmKillOptions,
): Promise<Partial<Record<CrmType, CrmKillVerdict>>> {
  const crms = await startCrmStandIns();
  try {
    const { rows } = await world.owner.query(
      `insert into organizations (name) values ('Pushes') returning organization_id`,
    );
    const organization_id = rows[0].organization_id as number;
    const types = CRM_TYPES.filter((type) => (options.leads[type] ?? 0) > 0);
    const verdicts = await Promise.all(
      types.map(async (type) => [type, await proveOne(world, crms, { ...options, organization_id, type })] as const),
    );
    return Object.fromEntries(verdicts);
  } finally {
    await crms.close();
  }
}

interface Lane extends CrmKillOptions {
  organization_id: number;
  type: CrmType;
}

interface Lead {
  id: number;
  email: string | null;
  last_name: string;
}

async function proveOne(world: ProofWorld, crms: CrmStandIns, lane: Lane): Promise<CrmKillVerdict> {
  const crm = crms.open(lane.type);
  const started = Date.now();
  const integration_id = await connectCrm(world, crm, lane);
  const leads = await makeLeads(world, lane);
  await prepareCrm(crm, lane.type, leads);
  await startPushes(world, crm, { ...lane, integration_id }, leads);
  const kills = await killAway(world, crms.http, crm, { ...lane, integration_id });
  const { pushed, created, lost } = await loadPushes(world, integration_id);
  const seconds = Math.round((Date.now() - started) / 1000);
  return {
    leads: leads.length,
    kills,
    seconds,
    pushed,
    created,
    lost,
    ...(await compare(world, crm, integration_id, leads)),
  };
}

/** As the return from the page of consent stores it. */
export async function connectCrm(
  world: Pick<ProofWorld, 'system' | 'owner'>,
  crm: CrmWorld,
  { organization_id, type }: Pick<Lane, 'organization_id' | 'type'>,
): Promise<number> {
  const tokens = await crm.port.oauth.exchangeCode(await crm.askForCode('ann@acme.example'));
  const { rows } = await world.owner.query(
    `insert into integrations (organization_id, integration_type, sealed_tokens, api_url, account_id, account_name)
     values ($1, $2, $3, $4, 'sandbox', 'Sandbox') returning id`,
    [organization_id, type, sealTokens(world.system, tokens), tokens.api_url],
  );
  return rows[0].id;
}

async function makeLeads(world: ProofWorld, { organization_id, type, leads }: Lane): Promise<Lead[]> {
  const { rows } = await world.owner.query<Lead>(
    `insert into prospects (organization_id, first_name, last_name, email, company_name, job_title)
     select $1, 'Ada', $2 || n, case when n % $4 = 0 then null
         when n % $5 = 0 then 'p' || (n - 1) || '@' || lower($2) || '.example' else 'p' || n || '@' || lower($2) || '.example' end,
       'Engines ' || (n % 40), 'Countess' from generate_series(1, $3::int) n returning id, email::text, last_name`,
    [organization_id, type, leads[type], NAMELESS_EVERY, DUPLICATE_EVERY],
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** Some exist already, as if entered by hand. */
async function prepareCrm(crm: CrmWorld, type: CrmType, leads: readonly Lead[]): Promise<void> {
  const { email, name, entered } = CRM_NAMES[type];
  const kind = crm.port.manifest.records.person;
  for (const [index, lead] of leads.entries()) {
    if (index % KNOWN_EVERY !== 0 || lead.email === null) continue;
    const fields = { [email]: lead.email.toUpperCase(), [name]: lead.last_name, ...entered(lead.email) };
    await crm.control({ insert: { kind, fields } });
  }
  if (type !== 'PIPEDRIVE') return;
  await sleep(LAG_IN_MS);
  await crm.control({ search_lag_in_ms: LAG_IN_MS });
}

/** All of them, and a tenth of the same people once more. */
async function startPushes(
  world: ProofWorld,
  crm: CrmWorld,
  { organization_id, integration_id }: Lane & { integration_id: number },
  leads: readonly Lead[],
): Promise<void> {
  const ids = leads.map(({ id }) => id);
  const board_id = crm.board_id ?? '';
  await world.system.forOrganization(organization_id).transaction(async (tx) => {
    await insertPush(tx, { integration_id, board_id, prospect_ids: ids });
    await insertPush(tx, { integration_id, board_id, prospect_ids: ids.filter((_, index) => index % 10 === 0) });
  });
}

/** Faults of the vendor, one after another: each strikes once. */
const FAULTS = [
  { drop: 'after' },
  { drop: 'before' },
  { status: 500, performs: true },
  { status: 503 },
  { status: 429, retry_after_in_seconds: 1 },
  { garbage: true },
];

/** Workers one after another, each of which dies; then one that lives. Answers how many were killed before everything was written. */
async function killAway(
  world: ProofWorld,
  http: string,
  crm: CrmWorld,
  { integration_id, kills: wanted, within_in_ms, leads, type }: Lane & { integration_id: number },
): Promise<number> {
  const ends_at = Date.now() + within_in_ms;
  // Spreads the kills over enough writes.
  const writes = (leads[type] ?? 0) / crm.port.manifest.limits.contacts_per_write;
  const likelihood = Math.min(1, (2 * wanted) / writes).toFixed(3);
  let kills = 0;
  let isOpen = true;
  for (let turn = 0; isOpen && Date.now() < ends_at; turn += 1) {
    const isDying = kills < wanted;
    const death: Record<string, string> = !isDying
      ? {}
      : turn % 3 === 2
        ? { DIES_AFTER_IN_MS: String(2_500 + Math.random() * 2_500) }
        : { FAILPOINT: `${turn % 3 === 0 ? 'after' : 'before'}_crm_write:kill:${likelihood}` };
    const environment = { CRM_HTTP: http, INTEGRATION_ID: String(integration_id), ...death };
    const child = await world.startWorker(environment, 'crm-worker');
    if (isDying)
      await crm.control({
        fault: { method: 'POST', path: CRM_NAMES[crm.type].people_path, ...FAULTS[turn % FAULTS.length] },
      });
    isOpen = await watch(world, integration_id, child, isDying ? 180_000 : ends_at - Date.now());
    if (child.signalCode === 'SIGKILL') kills += 1;
    else child.kill('SIGKILL');
    if (process.env.PROOF_LOG) process.stdout.write(`  ${crm.type}: ${kills} killed, ${JSON.stringify(death)}\n`);
    await sleep(LATE_IN_MS);
    // The dead worker's lease would expire after some minutes.
    await world.owner.query(`update integrations set work_leased_until = '-infinity' where id = $1`, [integration_id]);
  }
  return kills;
}

/** Until the worker is dead or has nothing left to write; pauses the vendor asked for are not waited for. False when nothing is left. */
async function watch(world: ProofWorld, id: number, child: ChildProcess, limit_in_ms: number): Promise<boolean> {
  const ends_at = Date.now() + limit_in_ms;
  while (child.exitCode === null && child.signalCode === null && Date.now() < ends_at) {
    const { rows } = await world.owner.query<{ n: number }>(
      `select count(*)::int as n from crm_pushes where integration_id = $1 and state = 'running'`,
      [id],
    );
    if (rows[0]?.n === 0) return false;
    await world.owner.query(
      `update integrations set paused_until = '-infinity', failures = 0 where id = $1
      and paused_until > statement_timestamp() + interval '2 seconds'`,
      [id],
    );
    await sleep(250);
  }
  return true;
}

async function loadPushes(world: ProofWorld, id: number): Promise<{ pushed: number; created: number; lost: number }> {
  const { rows } = await world.owner.query(
    `select sum(pushed)::int as pushed, sum(created)::int as created,
       (select count(*)::int from crm_push_leads l join crm_pushes p on p.id = l.push_id where p.integration_id = $1
         and l.state <> 'pushed') as lost from crm_pushes where integration_id = $1`,
    [id],
  );
  return rows[0];
}

/** The records there beside our leads and what we say is whose. */
async function compare(world: ProofWorld, crm: CrmWorld, id: number, leads: readonly Lead[]) {
  const { email, name } = CRM_NAMES[crm.type];
  const records = await crm.rows();
  const word = (value: unknown): string => String(value ?? '').toLowerCase();
  /** By the address, else by the name, which ends in a number of its own. */
  const personOf = (address: unknown, name: unknown): string => word(address) || word(name).split(' ').at(-1) || '';
  const keys = records.map(({ fields }) => personOf(fields[email], fields[name]));
  const persons = new Set(leads.map((lead) => personOf(lead.email, lead.last_name)));
  const { rows } = await world.owner.query<{ prospect_id: number; record_id: string }>(
    'select prospect_id, record_id from crm_links where integration_id = $1 and writing_since is null and record_id is not null',
    [id],
  );
  const linked = new Map(rows.map((row) => [row.prospect_id, row.record_id]));
  const byId = new Map(records.map((record, index) => [record.id, keys[index]]));
  const numberOf = (record: string): number => Number(crm.type === 'SALESFORCE' ? record.slice(3, 15) : record);
  const mistaken = leads.filter(
    (lead) => byId.get(numberOf(linked.get(lead.id) ?? '')) !== personOf(lead.email, lead.last_name),
  );
  return {
    records: records.length,
    persons: persons.size,
    twice: keys.length - new Set(keys).size,
    strangers: keys.filter((key) => !persons.has(key)).length,
    mistaken: mistaken.length,
  };
}

export function isCrmKillClean({ records, persons, twice, strangers, lost, mistaken }: CrmKillVerdict): boolean {
  return records === persons && twice + strangers + lost + mistaken === 0;
}

if (import.meta.main) {
  const amount = parseSize('LEADS', 10_000);
  const kills = parseSize('KILLS', 20);
  const only = process.env.CRM?.split(',');
  await runProof({ settings: { fsync: 'off' } }, async (world) => {
    const leads = Object.fromEntries(
      CRM_TYPES.filter((type) => only?.includes(type) ?? true).map((type) => [type, amount]),
    );
    const verdicts = Object.entries(await proveCrmKill(world, { leads, kills, within_in_ms: 7_200_000 }));
    for (const [type, verdict] of verdicts) {
      process.stdout.write(`crm-kill ${type}: ${JSON.stringify(verdict)}\n`);
      if (verdict.kills < kills)
        process.stdout.write(
          `  All leads were written after ${verdict.kills} of ${kills} kills: use a larger LEADS.\n`,
        );
    }
    const isProven = verdicts.every(([, verdict]) => isCrmKillClean(verdict) && verdict.kills >= kills);
    recordProof('kills/crm-kill', isProven, Object.fromEntries(verdicts));
    return isProven;
  });
}
