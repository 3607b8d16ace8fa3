import { type CampaignFacts, diagnoseCampaign, type LeadWait } from '@overture/domain/diagnosis/campaign-diagnosis';
import type { Diagnosis } from '@overture/domain/diagnosis/causes';
import type { DiagnosedSender } from '@overture/domain/diagnosis/sender-causes';
import type { TransactionContext } from '../../kernel/context.ts';
import { orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { campaignLeads } from '../campaigns/index.ts';
import { listSenders } from '../senders/index.ts';
import { getSendingState } from '../sending-guard/index.ts';
import * as store from './campaign-facts.store.ts';
import { presentDiagnosis } from './present-diagnosis.rules.ts';

/** An engine that runs plans each campaign within its safety poll; a due campaign or action that is older was left. */
const LATE_IN_MS = 10 * 60_000;

/** @throws not_found */
export async function getCampaignDiagnosis(ctx: SessionContext, id: number) {
  return ctx.transaction(async (tx) => {
    const [found] = await diagnoseCampaigns(tx, [id]);
    return presentDiagnosis(orNotFound(found).diagnosis, tx.clock.now());
  });
}

/**
 * Diagnoses campaigns of the organization.
 * @param accountId only leads of this sender, and those without a sender
 */
export async function diagnoseCampaigns(
  tx: TransactionContext,
  ids: readonly number[],
  accountId: number | null = null,
): Promise<{ id: number; name: string; diagnosis: Diagnosis }[]> {
  const campaigns = await store.listCampaigns(tx, ids);
  const running = campaigns.flatMap(({ id, status }) => (status === 'ACTIVE' ? [id] : []));
  const waits = await listWaits(tx, running, accountId);
  const senders = await loadSenders(
    tx,
    campaigns.flatMap((one) => [...one.email_senders, ...one.linkedin_senders]),
  );
  const { is_held, now } = await getSendingState(tx);
  return campaigns.map((campaign) => {
    const facts = toFacts(campaign, { waits: waits.get(campaign.id) ?? [], senders, is_held, now });
    return { id: campaign.id, name: campaign.name, diagnosis: diagnoseCampaign(facts) };
  });
}

async function listWaits(
  tx: TransactionContext,
  running: readonly number[],
  accountId: number | null,
): Promise<Map<number, LeadWait[]>> {
  const heads = (await store.listHeadLeads(tx, running)).filter(
    ({ account_id }) => accountId === null || account_id === null || account_id === accountId,
  );
  const explained = await campaignLeads.explain(
    tx,
    heads.map(({ id }) => id),
  );
  const waits = heads.flatMap(({ id, campaign_id, lane, account_id }) => {
    const wait = explained.get(id);
    if (wait === undefined) return [];
    const { rule, sentence, until } = wait;
    return [{ campaign_id, rule, sentence, until: until === null ? null : new Date(until), lane, account_id }];
  });
  return Map.groupBy(waits, ({ campaign_id }) => campaign_id);
}

/** Senders in the words of a diagnosis, by id. */
export async function loadSenders(
  tx: TransactionContext,
  ids: readonly number[],
): Promise<Map<number, DiagnosedSender>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const reasons = await store.listHeldReasons(tx, wanted);
  const rows = await listSenders(tx, wanted);
  return new Map(
    rows
      .filter(({ id }) => reasons.has(id))
      .map((row) => {
        const label = row.email ?? row.name;
        return [row.id, { ...row, label, held_reason: reasons.get(row.id) ?? null }];
      }),
  );
}

interface LoadedFacts {
  waits: readonly LeadWait[];
  senders: ReadonlyMap<number, DiagnosedSender>;
  is_held: boolean;
  now: Date;
}

function toFacts(campaign: store.DiagnosedCampaign, { waits, senders, is_held, now }: LoadedFacts): CampaignFacts {
  const toPool = (channel: 'email' | 'linkedin', ids: readonly number[]) =>
    ids.flatMap((id) => {
      const sender = senders.get(id);
      return sender ? [{ ...sender, channel }] : [];
    });
  const isOld = (at: Date | null) => at !== null && now.getTime() - at.getTime() > LATE_IN_MS;
  return {
    ...campaign,
    schedule: campaign,
    is_held_after_restore: is_held,
    senders: [...toPool('email', campaign.email_senders), ...toPool('linkedin', campaign.linkedin_senders)],
    waits: [...waits],
    is_engine_late: isOld(campaign.look_at) || isOld(campaign.oldest_intent_at),
    now,
  };
}
