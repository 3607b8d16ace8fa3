import { drawVariant, type Variant } from '@overture/domain/flow/ab-variant';
import { getLinkedinAction, isStepType } from '@overture/domain/flow/step-types';
import { SKIPPED_BY_HAND } from '@overture/domain/linkedin/by-hand';
import { type LinkedinAction, reachesLead } from '@overture/domain/linkedin/linkedin-actions';
import { escapeHtml } from '@overture/domain/message/html';
import { campaignCap } from '@overture/domain/sending/capacity';
import { NEW_LEADS_SCOPE, TOTAL_SCOPE, toCampaignScope } from '@overture/domain/sending/sender-choice';
import { openWeekdays, parseHours } from '@overture/domain/sending/sending-window';
import { movesLead, type WaitingRule } from '@overture/domain/sending/waiting-rules';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import {
  type Budget,
  type IntentHead,
  type OutboundKind,
  riskyBudget,
  type SettledIntent,
  type Verdict,
} from '../../../action-kinds/index.ts';
import { decideFirstMails } from '../../../address-checks/index.ts';
import { pinTexts } from '../../../ai-segments/index.ts';
import { wakeLanes } from '../../../campaign-lanes/index.ts';
import { CAMPAIGN_STEP } from '../../../lead-endings/index.ts';
import { listUnheard } from '../../../linkedin-events/index.ts';
import { insertNotices, makePrivacyPath, makePrivacyUrl } from '../../../privacy/index.ts';
import { listThreads, type Thread } from '../../../sent-mails/index.ts';
import { claimTouches } from '../../../touch-locks/index.ts';
import { isFirstMail, type Unwritten, writeEmail } from '../email.rules.ts';
import { SUPPRESSED_ON_LINKEDIN } from '../lead-facts.rules.ts';
import {
  advanceFinished,
  deferForMissingAddress,
  type FinishedStep,
  skipDeletedSteps,
} from '../leads/advance.service.ts';
import {
  lockLeads,
  markTouched,
  markUnconfirmed,
  type PositionedLead,
  type ReturnedLead,
  returnLeads,
} from '../leads/run-leads.store.ts';
import { writeAction } from '../linkedin/linkedin-action.rules.ts';
import { rememberPeople } from '../linkedin/relations.service.ts';
import { makeUnsubscribeUrl } from '../stops/unsubscribe.service.ts';
import { findObstacle, STEP_DELETED_TEXT } from './dispatch-check.rules.ts';
import { type DispatchFacts, describeSteps, lockForDispatch } from './dispatch-facts.store.ts';
import { findThread, listNamed, type Named, resolveSignature, toEmailFacts } from './email-facts.service.ts';
import { rewriteMailLinks } from './rewrite-mail-links.service.ts';
import { listSentBudgets } from './sent-budgets.store.ts';
import { listSnippets, NO_SNIPPETS } from './snippets.service.ts';

/** A mail that could go, the first one to its lead in this campaign. */
interface FirstMail {
  intent: IntentHead;
  lead: DispatchFacts;
  verdict: Extract<Verdict, { verdict: 'go' }>;
}

/** Verdicts of the address check for first mails, by intent; mails it does not affect are left out. */
async function checkAddresses(
  tx: SystemTransactionContext,
  firsts: readonly FirstMail[],
  now: Date,
): Promise<Map<number, Verdict>> {
  const given = firsts.map(({ lead }) => ({ organization_id: lead.organization_id, email: lead.email ?? '' }));
  const decisions = await decideFirstMails(tx, given, now);
  const verdicts = new Map<number, Verdict>();
  for (const [index, { intent, verdict }] of firsts.entries()) {
    const decision = decisions[index]!;
    if (decision.act === 'wait')
      verdicts.set(intent.id, { verdict: 'hold', rule: 'address_check', until: decision.until });
    else if (decision.act === 'stop')
      verdicts.set(intent.id, { verdict: 'hold', rule: 'address_held', until: null, reason: decision.reason });
    else if (decision.act === 'send_rarely')
      verdicts.set(intent.id, { ...verdict, budgets: [...verdict.budgets, riskyBudget(intent.account_id)] });
  }
  return verdicts;
}

/** After a hold the tick plans the campaign again this soon and records the reason. Not sooner: planner and dispatcher would loop. */
const SHORTEST_RETURN_IN_MS = 1000;
/** A message that waits for a snippet is tried again this soon. */
const SNIPPET_RECHECK_IN_MS = 5000;
/** Publishing the link or dropping the rule releases these leads immediately; a single lead's rewritten text is only checked this often. */
const LINK_RECHECK_IN_MS = 3_600_000;
/** Leads that wait for data or a decision are rechecked after this time in case no event arrived. */
const EXTERNAL_RECHECK_IN_MS = 24 * 60 * 60_000;

/** Mails of campaign steps: `ref_id` is the campaign lead, `ref_part` the node. */
export const campaignStepKind: OutboundKind = {
  name: CAMPAIGN_STEP,
  is_paced: true,
  has_stable_message_id: true,
  returns_when_held: true,
  check: decideSteps,
  claim: claimTouches,
  async describe(tx, found) {
    const steps = await describeSteps(tx, found);
    return steps.map((step) => ({ ...step, kind: CAMPAIGN_STEP }));
  },
  async dispatched(tx, intents, now) {
    await markTouched(
      tx,
      intents.map(({ ref_id, account_id, channel }) => ({ id: ref_id, account_id, channel })),
      now,
    );
  },
  settled: writeStepOutcomes,
  listSentBudgets,
};

async function decideSteps(
  tx: SystemTransactionContext,
  intents: readonly IntentHead[],
  now: Date,
): Promise<Map<number, Verdict>> {
  const rows = await lockForDispatch(
    tx,
    intents.map(({ ref_id, ref_part, channel }) => ({ lead_id: ref_id, node_id: ref_part, channel })),
  );
  const facts = new Map(rows.map((row) => [row.id, row]));
  const threads = await listThreads(tx, CAMPAIGN_STEP, [...facts.keys()]);
  const unheard = await listUnheard(tx, rows);
  const verdicts = new Map<number, Verdict>();
  const due: { intent: IntentHead; lead: DispatchFacts }[] = [];
  for (const intent of intents) {
    const lead = facts.get(intent.ref_id);
    const obstacle = findObstacle(lead, intent, now);
    if (!lead || obstacle)
      verdicts.set(intent.id, obstacle ?? { verdict: 'cancel', reason: 'The lead is no longer in the campaign.' });
    // A reply that has reached us counts from then on, not from when it is read.
    else if (unheard.has(lead.prospect_id))
      verdicts.set(intent.id, { verdict: 'hold', rule: 'reply_check', until: null });
    else due.push({ intent, lead });
  }
  const named = await listNamed(tx, rows);
  for (const [id, verdict] of await writeDue(tx, due, { threads, named, now })) verdicts.set(id, verdict);
  return verdicts;
}

/** Writes the messages that pass every other check, and holds those with pending snippets or unverified addresses. */
async function writeDue(
  tx: SystemTransactionContext,
  due: readonly { intent: IntentHead; lead: DispatchFacts }[],
  { threads, named, now }: { threads: ReadonlyMap<number, Thread[]>; named: Named; now: Date },
): Promise<Map<number, Verdict>> {
  const verdicts = new Map<number, Verdict>();
  const snippets = await listSnippets(tx, due);
  const firsts: FirstMail[] = [];
  for (const { intent, lead } of due) {
    const own = snippets.get(lead.id) ?? NO_SNIPPETS;
    const verdict = own.is_pending
      ? { verdict: 'hold' as const, rule: 'snippet' as const, until: new Date(now.getTime() + SNIPPET_RECHECK_IN_MS) }
      : holdUnlinked(lead, write(tx, lead, intent, threads.get(lead.id) ?? [], named, own.texts), now);
    verdicts.set(intent.id, verdict);
    const isFirst = intent.action === 'email' && !threads.get(lead.id)?.length;
    if (isFirst && verdict.verdict === 'go') firsts.push({ intent, lead, verdict });
  }
  for (const [id, verdict] of await checkAddresses(tx, firsts, now)) verdicts.set(id, verdict);
  const followUps = due.filter(({ lead }) => threads.get(lead.id)?.length);
  for (const [id, verdict] of await rewriteMailLinks(tx, followUps, verdicts)) verdicts.set(id, verdict);
  await pinTexts(
    tx,
    due.flatMap(({ intent, lead }) =>
      verdicts.get(intent.id)?.verdict === 'hold' ? [] : (snippets.get(lead.id)?.ids ?? []),
    ),
  );
  return verdicts;
}

function write(
  tx: SystemTransactionContext,
  lead: DispatchFacts,
  intent: IntentHead,
  threads: readonly Thread[],
  named: Named,
  snippets: ReadonlyMap<number, string | null>,
): Verdict {
  const variant = findVariant(intent, lead.step ?? {});
  const bound = { revision: lead.revision, variant };
  const facts = toEmailFacts(lead, named, {
    variant,
    unsubscribe_url: makeUnsubscribeUrl(tx, lead.id, lead.link_host),
    privacy_url: makePrivacyUrl(tx, lead.prospect_id, lead.link_host),
    snippets,
  });
  const { action } = intent;
  if (action !== 'email')
    return decideAction(lead, action, writeAction({ ...facts, action, tier: lead.linkedin_tier }), bound);
  const thread = findThread(lead, threads);
  const signature = resolveSignature(lead, facts.signatures, isFirstMail(thread));
  const written = writeEmail({ ...facts, ...thread, signature, suppressed_because: lead.suppressed_because });
  if (!('letter' in written)) return toVerdict(written);
  const budget = { scope: budgetScope(lead, 'email'), scope_id: lead.campaign_id, cap: lead.email_max_messages };
  const budgets = [budget, ...totalBudgets(lead, 'email')];
  const hours = parseHours(lead);
  return { verdict: 'go', bound, letter: written.letter, zone: lead.zone, budgets, hours, claims: lead.has_touch_lock };
}

/** A rewritten text, or a condition around the link, may leave it out: the check applies to both parts of the finished mail. */
function holdUnlinked(lead: DispatchFacts, verdict: Verdict, now: Date): Verdict {
  if (!lead.requires_unsubscribe_link || verdict.verdict !== 'go' || verdict.letter === undefined) return verdict;
  const { unsubscribe_url, text, html } = verdict.letter;
  const isIn = (part: string | null, url: string) => part === null || part.includes(url);
  if (unsubscribe_url !== null && isIn(text, unsubscribe_url) && isIn(html, escapeHtml(unsubscribe_url)))
    return verdict;
  return { verdict: 'hold', rule: 'unsubscribe_link', until: new Date(now.getTime() + LINK_RECHECK_IN_MS) };
}

/** The campaign's budgets over all its senders: mails, and new leads. */
function totalBudgets(lead: DispatchFacts, kind: 'email' | LinkedinAction): Budget[] {
  const { campaign_id: scope_id, max_emails_per_day_total: mails, max_new_leads_per_day: leads } = lead;
  const total = kind === 'email' && mails !== null ? [{ scope: TOTAL_SCOPE, scope_id, cap: mails }] : [];
  return lead.is_untouched && leads !== null ? [...total, { scope: NEW_LEADS_SCOPE, scope_id, cap: leads }] : total;
}

/** The campaign's limits apply to each of its senders separately. */
function budgetScope({ is_extra_sender, account_id }: DispatchFacts, kind: 'email' | LinkedinAction): string {
  return toCampaignScope(!is_extra_sender, account_id ?? 0, kind);
}

function decideAction(
  lead: DispatchFacts,
  action: LinkedinAction,
  written: ReturnType<typeof writeAction>,
  bound: { revision: number; variant: Variant },
): Verdict {
  if (actionOfNode(lead) !== action) return { verdict: 'cancel', reason: 'The step was changed.' };
  if (!('content' in written)) return toVerdict(written);
  const cap = campaignCap(lead, action);
  const scope_id = lead.campaign_id;
  const own: Budget[] = cap === null ? [] : [{ scope: budgetScope(lead, action), scope_id, cap }];
  const budgets = [...own, ...totalBudgets(lead, action)];
  const hours = parseHours(lead);
  const working_days = openWeekdays(hours).length;
  const more = { working_days, hours, claims: lead.has_touch_lock };
  return { verdict: 'go', bound, content: written.content, zone: lead.zone, budgets, ...more };
}

/** Missing data never fails a lead: it waits until `missing-data` releases it. */
function toVerdict({ missing, problem }: Unwritten): Verdict {
  if (missing === undefined) return { verdict: 'fail', reason: problem };
  return { verdict: 'hold', rule: 'missing_data', until: null, reason: missing };
}

function actionOfNode({ step }: DispatchFacts): LinkedinAction | null {
  if (!step?.type) return null;
  return isStepType(step.type) ? getLinkedinAction(step.type) : 'look';
}

function findVariant(intent: IntentHead, step: DispatchFacts['step']): Variant {
  return drawVariant(step ?? {}, intent.ref_id, intent.ref_part);
}

async function writeStepOutcomes(
  tx: SystemTransactionContext,
  settled: readonly SettledIntent[],
  now: Date,
): Promise<void> {
  const finished: FinishedStep[] = [];
  const returned: ReturnedLead[] = [];
  const unconfirmed: number[] = [];
  for (const intent of settled) {
    const { outcome } = intent;
    if (outcome.outcome === 'confirmed' || outcome.outcome === 'rejected') finished.push(finish(intent, now));
    else if (isLeftOut(intent)) finished.push(leaveOut(intent, now));
    else if (outcome.outcome === 'unknown' || outcome.outcome === 'parked') unconfirmed.push(intent.ref_id);
    else if (outcome.outcome === 'cancelled') returned.push(toReturnedLead(intent.ref_id, null, null));
    else if (outcome.rule === 'missing_data' || outcome.rule === 'address_held' || outcome.rule === 'possible_answer')
      returned.push(waitOutside(intent.ref_id, outcome.rule, outcome.reason, now));
    else if (outcome.rule === 'touch_lock') returned.push(waitForLock(intent.ref_id, outcome, now));
    else returned.push({ ...toReturnedLead(intent.ref_id, outcome.rule, outcome.until), is_try: outcome.is_try });
  }
  await rememberPeople(tx, settled);
  await recordNotices(tx, settled);
  // One lock for all in one order; the parts below find their leads locked already.
  const leads = await lockLeads(
    tx,
    settled.map((intent) => intent.ref_id),
  );
  await advanceFinished(tx, finished, now);
  await markUnconfirmed(tx, unconfirmed);
  await returnLeads(tx, returned);
  await deferForMissingAddress(tx, lackingIds(returned), now);
  await skipDeletedSteps(tx, leadsAtDeletedStep(leads, settled), now);
  const soon = new Date(now.getTime() + SHORTEST_RETURN_IN_MS);
  const again = new Map(returned.map((lead) => [lead.id, lead.next_at ?? soon]));
  await wakeLanes(
    tx,
    leads
      .filter((lead) => again.has(lead.id))
      .map(({ id, campaign_id, organization_id }) => ({ campaign_id, organization_id, at: again.get(id)! })),
  );
}

/** Leads whose message had the link to their notice are informed. */
async function recordNotices(tx: SystemTransactionContext, settled: readonly SettledIntent[]): Promise<void> {
  const delivered = settled.flatMap(({ id, prospect_id, outcome }) =>
    outcome.outcome === 'confirmed' && prospect_id !== null
      ? [{ intent_id: id, path: makePrivacyPath(tx, prospect_id) }]
      : [],
  );
  await insertNotices(tx, delivered);
}

const lackingIds = (returned: readonly ReturnedLead[]): number[] =>
  returned.flatMap(({ id, waiting_rule }) => (waiting_rule === 'missing_data' ? [id] : []));

/** Leads whose message was held back because its step was deleted. */
function leadsAtDeletedStep(leads: readonly PositionedLead[], settled: readonly SettledIntent[]): PositionedLead[] {
  const withdrawn = settled.filter(
    ({ outcome }) => outcome.outcome === 'cancelled' && outcome.reason === STEP_DELETED_TEXT,
  );
  return leads.filter(({ id }) => withdrawn.some(({ ref_id }) => ref_id === id));
}

/** The step was skipped for the lead, which continues as if it had run. */
const isLeftOut = ({ outcome }: SettledIntent): boolean =>
  outcome.outcome === 'cancelled' && (outcome.reason === SUPPRESSED_ON_LINKEDIN || outcome.reason === SKIPPED_BY_HAND);

function leaveOut(intent: SettledIntent, now: Date): FinishedStep {
  const { ref_id: lead_id, ref_part: node_id, action, outcome } = intent;
  const error = outcome.outcome === 'cancelled' ? outcome.reason : null;
  const branch = action === 'look' ? ('no' as const) : null;
  const nothing = { outcome: 'done' as const, intent_id: null, is_contact: false, finished_at: now };
  return { ...nothing, lead_id, node_id, branch, error };
}

function finish(intent: SettledIntent, now: Date): FinishedStep {
  const { outcome } = intent;
  const { revision = null, variant = null } = intent;
  const base = { lead_id: intent.ref_id, node_id: intent.ref_part, intent_id: intent.id, revision, variant };
  if (outcome.outcome === 'rejected') {
    return { ...base, outcome: 'failed', error: outcome.reason, finished_at: now, is_contact: false, branch: null };
  }
  // The next delay counts from when the mail left, also when that was proved later.
  const finished_at = intent.dispatched_at ?? now;
  const receipt = outcome.outcome === 'confirmed' ? outcome.receipt : undefined;
  const branch = intent.action === 'look' ? (receipt?.is_connected ? ('yes' as const) : ('no' as const)) : null;
  const is_contact = intent.action === 'email' || (reachesLead(intent.action) && !receipt?.nothing_to_do);
  return { ...base, outcome: 'done', error: receipt?.nothing_to_do ?? null, finished_at, is_contact, branch };
}

/** Takes a lead out of its queue until it is released, and rechecks it once a day. In the queue it would block the others. */
function waitOutside(
  id: number,
  waiting_rule: 'missing_data' | 'address_held' | 'possible_answer',
  missing_data: string | null,
  now: Date,
): ReturnedLead {
  const next_at = new Date(now.getTime() + EXTERNAL_RECHECK_IN_MS);
  return { id, next_at, waiting_rule, waiting_until: null, is_try: false, missing_data };
}

/** Another campaign has the person: the lead is tried again when that lock ends, which is not known while it is held. */
function waitForLock(
  id: number,
  { until, reason }: { until: Date | null; reason: string | null },
  now: Date,
): ReturnedLead {
  const latest = new Date(now.getTime() + EXTERNAL_RECHECK_IN_MS);
  const next_at = until !== null && until < latest ? until : latest;
  return { id, next_at, waiting_rule: 'touch_lock', waiting_until: until, is_try: false, missing_data: reason };
}

/** A wait of the lead itself moves it back in its queue; other waits belong to its campaign or sender. */
export function toReturnedLead(id: number, rule: WaitingRule | null, until: Date | null): ReturnedLead {
  const isOwn = rule !== null && movesLead(rule);
  return {
    id,
    next_at: isOwn ? until : null,
    waiting_rule: isOwn ? rule : null,
    waiting_until: until,
    is_try: false,
    missing_data: null,
  };
}
