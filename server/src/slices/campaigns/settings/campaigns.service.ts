import type { Campaign, CampaignSummary } from '@overture/contract/campaigns';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '@overture/domain/campaign/transitions';
import { fileLine, headingLine } from '@overture/domain/csv/csv-cell';
import { delayInHours } from '@overture/domain/flow/delays';
import { type Flow, walkFlow } from '@overture/domain/flow/flow';
import { parseSort } from '@overture/domain/leads/filters';
import { CAMPAIGNS_SORT_FIELDS } from '@overture/domain/leads/lead-columns';
import { PAGE_SIZES, TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { isHolidayCalendar } from '@overture/domain/sending/holidays';
import { hullOf, parseSendingWindow, parseWeekWindows } from '@overture/domain/sending/sending-window';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { isTimeZone } from '@overture/domain/time/timezones';
import { loadPage, type PageRequest } from '../../../kernel/api-keys/cursor.ts';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { requireVersion } from '../../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { findAccounts } from '../../accounts/index.ts';
import { wakeCampaigns } from '../../campaign-lanes/index.ts';
import { listCarriedLabels } from '../../labels/index.ts';
import { listLeadColumns } from '../../lead-columns/index.ts';
import { listSignatures } from '../../signatures/index.ts';
import { allowCampaignRules } from '../../touch-locks/index.ts';
import { insertAttachment, listAttachments } from '../flow/attachments.store.ts';
import { insertNode, listNodes } from '../flow/flow.store.ts';
import {
  CSV_HEADING,
  cellsOfCampaign,
  listAccountIds,
  listTestedSteps,
  nameOfCopy,
  nameOfDraft,
  presentCampaign,
  presentSummary,
} from './campaigns.rules.ts';
import * as store from './campaigns.store.ts';
import { listDone, listTestedFlows } from './figures.store.ts';
import { changePool, type LeadsOfRemoved, requireSenders, requireTier } from './senders.service.ts';

type Tx = TransactionContext;

/** All campaigns of the organization, newest first. */
export async function listCampaigns(ctx: Context): Promise<CampaignSummary[]> {
  return ctx.transaction(async (tx) => presentAll(tx, await store.listCampaigns(tx)));
}

async function presentAll(tx: Tx, rows: store.CampaignRow[]): Promise<CampaignSummary[]> {
  const accounts = await findAccounts(tx, [...new Set(rows.flatMap(listAccountIds))]);
  const ids = rows.map(({ id }) => id);
  const labels = await listCarriedLabels(tx, 'labels', ids);
  const done = await listDone(tx, ids);
  const tested = await listTestedFlows(tx, ids);
  return rows.map((row) =>
    presentSummary(row, {
      accounts,
      labels: labels.get(row.id) ?? [],
      done: done.get(row.id) ?? [],
      tested: listTestedSteps(tested.get(row.id) ?? [], ({ is_tested }) => is_tested),
    }),
  );
}

/** A campaign with its flow. @throws not_found */
export async function getCampaign(ctx: Context, id: number): Promise<Campaign> {
  return ctx.transaction((tx) => loadCampaign(tx, id));
}

/** As `getCampaign`, inside a transaction: the response of calls that change a campaign. */
export async function loadCampaign(tx: Tx, id: number): Promise<Campaign> {
  const row = orNotFound(await store.findCampaign(tx, id));
  const accounts = await findAccounts(tx, listAccountIds(row));
  const labels = (await listCarriedLabels(tx, 'labels', [id])).get(id) ?? [];
  const done = (await listDone(tx, [id])).get(id) ?? [];
  return presentCampaign({
    row,
    accounts,
    flow: await listNodes(tx, id),
    attachments: await listAttachments(tx, id),
    labels,
    done,
  });
}

/**
 * Begins a change of a campaign's settings, status or leads: wakes the engine, then locks the row. Locks follow the engine's order, lane
 * before campaign. Returns the status.
 * @throws not_found
 */
export async function lockCampaignForChange(tx: Tx, id: number): Promise<CampaignStatus> {
  await store.acquireCampaignMutex(tx, id);
  orNotFound(await store.findCampaign(tx, id));
  await wakeCampaigns(tx, [id]);
  return orNotFound(await store.lockCampaignRow(tx, id));
}

/** Requires that all these campaigns are the organization's. @throws not_found */
export async function requireCampaigns(tx: Tx, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if ((await store.countCampaigns(tx, wanted)) < wanted.length) throw new ApiError('not_found');
}

/** Values of a new draft. An invalid time zone is ignored: the browser sent it. */
export interface DraftInput {
  name?: string | null | undefined;
  /** Zone of the caller's browser. */
  timezone?: string | null | undefined;
}

/** A blank draft; without a name it gets one. */
export async function createCampaign(ctx: Context, given: DraftInput): Promise<Campaign> {
  return ctx.transaction(async (tx) => {
    await store.requireRoomForCampaign(tx);
    const wanted = toSingleLine(cleanText(given.name ?? ''));
    const name = wanted === '' ? nameOfDraft(await store.listNamesStartingWith(tx, nameOfDraft([]))) : wanted;
    return loadCampaign(tx, await store.insertDraft(tx, name, given.timezone ?? null));
  });
}

export interface SettingsInput extends Omit<store.CampaignChange, 'sending_window' | 'windows'> {
  email_account_ids?: number[] | null | undefined;
  linkedin_account_ids?: number[] | null | undefined;
  leads_of_removed?: LeadsOfRemoved | null | undefined;
  sending_window?: unknown;
  windows?: unknown;
  /** The version the caller saw. */
  version?: number | null | undefined;
}

/** Changes settings, in any status: workers see a new version and compute their calendar again. */
export async function updateCampaign(ctx: Context, id: number, given: SettingsInput): Promise<Campaign> {
  const { version, email_account_ids, linkedin_account_ids, leads_of_removed, ...settings } = given;
  const change = parseSettings(settings);
  return ctx.transaction(async (tx) => {
    await lockCampaignForChange(tx, id);
    await requireVersion(tx, { table: 'campaigns', id }, version, async () => ({
      campaign: await loadCampaign(tx, id),
    }));
    await requireSenders(tx, given);
    if (given.linkedin_account_id) await requireTier(tx, id, given.linkedin_account_id);
    if (given.sender_column_id) await requireSenderColumn(tx, given.sender_column_id);
    await requireSignature(tx, id, change);
    if (change.touch_rules) await allowCampaignRules(tx, id, change.touch_rules);
    await store.updateSettings(tx, id, change);
    const policy = leads_of_removed ?? 'finish';
    await changePool(tx, id, 'email', email_account_ids ?? [], policy);
    await changePool(tx, id, 'linkedin', linkedin_account_ids ?? [], policy);
    return loadCampaign(tx, id);
  });
}

/** A fixed signature is one of the organization, and named. @throws not_found, bad_request */
async function requireSignature(tx: Tx, id: number, change: store.CampaignChange): Promise<void> {
  if (!change.signature_choice && !change.signature_id) return;
  const stored = await store.findCampaign(tx, id);
  if ((change.signature_choice ?? stored?.signature_choice) !== 'fixed') return;
  const signature_id = change.signature_id ?? stored?.signature_id;
  if (!signature_id) throw new ApiError('bad_request', { reason: 'Choose the signature of this campaign.' });
  orNotFound((await listSignatures(tx)).find((signature) => signature.id === signature_id));
}

/** A column of texts of the organization. @throws not_found, bad_request */
async function requireSenderColumn(tx: Tx, id: number): Promise<void> {
  const { type } = orNotFound((await listLeadColumns(tx)).find((column) => column.id === id));
  if (type !== 'text') throw new ApiError('bad_request', { reason: 'Choose a text column to name senders.' });
}

function parseSettings(given: SettingsInput): store.CampaignChange {
  const { sending_window, windows, ...change } = given;
  if (typeof change.name === 'string') {
    change.name = cutText(toSingleLine(cleanText(change.name)), TEXT_LIMITS.campaign_name_max);
    if (change.name === '') throw new ApiError('bad_request', { reason: 'Please enter a campaign name.' });
  }
  if (typeof change.timezone === 'string' && !isTimeZone(change.timezone)) {
    throw new ApiError('bad_request', { reason: 'Please choose a time zone from the list.' });
  }
  if (change.holiday_calendar && !isHolidayCalendar(change.holiday_calendar)) {
    throw new ApiError('bad_request', { reason: 'Please choose public holidays from the list.' });
  }
  return { ...change, ...parseWindows(sending_window, windows) };
}

/**
 * Windows by weekday take precedence; the single window is then derived from them. A request with the single window alone replaces them.
 */
function parseWindows(one: unknown, several: unknown): Pick<store.CampaignChange, 'sending_window' | 'windows'> {
  if (several !== null && several !== undefined && Object.keys(several).length > 0) {
    const parsed = parseWeekWindows(several);
    if (!parsed.ok) throw new ApiError('bad_request', { reason: parsed.error });
    return { windows: parsed.windows, sending_window: hullOf(parsed.windows) };
  }
  const taken = several === null || several === undefined ? {} : { windows: null };
  if (one === null || one === undefined) return taken;
  const parsed = parseSendingWindow(one);
  if (!parsed.ok) throw new ApiError('bad_request', { reason: parsed.error });
  return { sending_window: parsed.window, windows: null };
}

/** A draft with the settings, flow, messages and attachments of a campaign, without its leads. */
export async function duplicateCampaign(ctx: Context, id: number): Promise<Campaign> {
  return ctx.transaction(async (tx) => {
    orNotFound(await store.lockCampaignRowShared(tx, id));
    await store.requireRoomForCampaign(tx);
    const { name } = orNotFound(await store.findCampaign(tx, id));
    const wanted = nameOfCopy(name, []);
    const copyId = await store.insertCopy(tx, id, nameOfCopy(name, await store.listNamesStartingWith(tx, wanted)));
    await copyFlow(tx, id, copyId);
    return loadCampaign(tx, copyId);
  });
}

async function copyFlow(tx: Tx, fromId: number, toId: number): Promise<void> {
  const newIds = await insertFlow(tx, toId, await listNodes(tx, fromId));
  // The copies share the files: a file goes when the last attachment that names it does.
  for (const { id: _, ...attachment } of await listAttachments(tx, fromId)) {
    const node_id = newIds.get(attachment.node_id);
    if (node_id !== undefined) await insertAttachment(tx, { ...attachment, node_id, campaign_id: toId });
  }
}

/** Writes a flow into an empty campaign from the top: a parent must have its new id before its children. Returns new ids by old ones. */
export async function insertFlow(tx: Tx, campaignId: number, flow: Flow): Promise<Map<number, number>> {
  const newIds = new Map<number, number>();
  for (const node of walkFlow(flow)) {
    const parent_id = node.parent_id === null ? null : (newIds.get(node.parent_id) ?? null);
    const { id: _, ...copy } = { ...node, campaign_id: campaignId, parent_id, delay_in_hours: delayInHours(node) };
    newIds.set(node.id, await insertNode(tx, copy));
  }
  return newIds;
}

export interface AnalyticsInput {
  sort_field?: string | undefined;
  sort_direction?: string | undefined;
  search?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  time_zone?: string | undefined;
  labels?: number[] | undefined;
  sender_accounts?: number[] | undefined;
  campaigns?: number[] | undefined;
  campaign_statuses?: CampaignStatus[] | undefined;
}

/**
 * One page of campaigns with their figures; by reply rate, best first, unless sorted otherwise. Cursors go from the newest campaign to
 * the oldest: figures change while a program reads. @throws bad_request, cursor_invalid
 */
export async function pageCampaigns(ctx: Context, { page, cursor, limit, ...given }: AnalyticsInput & PageRequest) {
  if (cursor !== undefined && given.sort_field)
    throw new ApiError('bad_request', { reason: "A cursor can't be used with sort_field." });
  const parsed = parseQuery(given);
  const query = cursor === undefined ? parsed : { ...parsed, sort_field: 'id', sort_direction: 'desc' as const };
  return ctx.transaction(async (tx) => {
    const { rows, next_cursor } = await loadPage(
      tx,
      { page, cursor, limit },
      {
        list: 'campaigns',
        page_size: PAGE_SIZES.campaigns,
        read: (range) => store.pageCampaigns(tx, query, range),
        placeOf: ({ id }) => [id],
      },
    );
    const total_campaigns = await store.countListed(tx, query);
    return { success: true as const, campaigns: await presentAll(tx, rows), total_campaigns, next_cursor };
  });
}

/** All campaigns that pass the filters with their figures, as the text of a CSV file. @throws bad_request */
export async function writeCampaigns(ctx: Context, given: AnalyticsInput): Promise<string> {
  const all = { limit: LIST_LIMITS.campaigns, offset: 0, after: null };
  const rows = await ctx.transaction((tx) => store.pageCampaigns(tx, parseQuery(given), all));
  // The time zone of the figures, if the request named one.
  const zone =
    given.time_zone === undefined ? { heading: [], cells: [] } : { heading: ['Time zone'], cells: [given.time_zone] };
  const lines = rows.map((row) => fileLine([...cellsOfCampaign(row), ...zone.cells]));
  return [headingLine([...CSV_HEADING, ...zone.heading]), ...lines].join('');
}

function parseQuery(given: AnalyticsInput): store.CampaignQuery {
  const sort = parseSort(given.sort_field, given.sort_direction, CAMPAIGNS_SORT_FIELDS, {
    sort_field: 'reply_rate',
    sort_direction: 'desc',
  });
  if (sort === null) throw new ApiError('bad_request', { reason: 'This column cannot be sorted.' });
  return {
    ...sort,
    start_date: given.start_date ?? null,
    end_date: given.end_date ?? null,
    time_zone: given.time_zone ?? null,
    search: given.search ? cleanText(given.search) : null,
    statuses: given.campaign_statuses?.length
      ? given.campaign_statuses
      : CAMPAIGN_STATUSES.filter((status) => status !== 'ARCHIVED'),
    campaign_ids: given.campaigns?.length ? given.campaigns : null,
    label_ids: given.labels?.length ? given.labels : null,
    account_ids: given.sender_accounts?.length ? given.sender_accounts : null,
  };
}
