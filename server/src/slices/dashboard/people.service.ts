import type { Readable } from 'node:stream';
import { METRIC_CATEGORIES, type PipelineKey, parsePipelineKey } from '@overture/domain/campaign/analytics';
import { LEAD_STATUS_LABELS, type LeadStatus } from '@overture/domain/campaign/transitions';
import { parseReplyCategory } from '@overture/domain/inbound/reply-category';
import { fullName } from '@overture/domain/leads/full-name';
import { PAGE_SIZES } from '@overture/domain/limits';
import { OPEN_RANGE } from '@overture/domain/time/date-presets';
import { formatInstant } from '@overture/domain/time/local-time';
import { DEFAULT_TIME_ZONE } from '@overture/domain/time/timezones';
import { toZoneSpan } from '@overture/domain/time/zone-span';
import { loadPage, openCursor, type PageRequest, type PageSource, sealCursor } from '../../kernel/api-keys/cursor.ts';
import type { Context, ReplicaReadContext } from '../../kernel/context.ts';
import { streamCsv } from '../../kernel/csv-pages.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { presentAnalyticsProspect } from './analytics.rules.ts';
import {
  campaignScope,
  type Days,
  givenRange,
  type OrganizationQuery,
  organizationScope,
  zoneOfDays,
} from './analytics.service.ts';
import { findFlow } from './analytics.store.ts';
import * as store from './people.store.ts';
import { countPeopleInState, placePeople } from './people-counts.store.ts';
import { countReplyTypes, listReplied, type RepliedQuery } from './reply-types.store.ts';

type Tx = ReplicaReadContext;

const HEADING = ['Lead', 'Job title', 'Company', 'LinkedIn', 'Campaign', 'Status', 'Last time'];

type CampaignQuery = Days & { category: string };
type Category = OrganizationQuery & { category: string };

/** A number whose people are asked for. */
type People =
  | { kind: 'facts'; query: store.PeopleQuery }
  | { kind: 'state'; query: store.StateQuery }
  | { kind: 'replies'; query: RepliedQuery };

/** The people behind a number of a campaign, a page of them. @throws not_found, bad_request, cursor_invalid */
export async function listCampaignPeople(ctx: Context, id: number, query: CampaignQuery & PageRequest) {
  return ctx.replicaRead(async (tx) => listPage(tx, await parseCampaignQuery(tx, id, query), query));
}

/** The people behind a number of the dashboard, a page of them. @throws bad_request, cursor_invalid */
export async function listOrganizationPeople(ctx: Context, query: Category & PageRequest) {
  return ctx.replicaRead((tx) => listPage(tx, parseOrganizationQuery(query), query));
}

/** All people behind a number of a campaign, as a file that is read while it is sent. @throws not_found, bad_request */
export async function openCampaignPeople(ctx: Context, id: number, query: CampaignQuery): Promise<Readable> {
  const people = await ctx.replicaRead((tx) => parseCampaignQuery(tx, id, query));
  return streamPeople(ctx, people, zoneOfDays(query));
}

/** All people behind a number of the dashboard, as a file that is read while it is sent. @throws bad_request */
export function openOrganizationPeople(ctx: Context, query: Category): Readable {
  return streamPeople(ctx, parseOrganizationQuery(query), zoneOfDays(query));
}

async function parseCampaignQuery(tx: Tx, id: number, query: CampaignQuery): Promise<People> {
  orNotFound(await findFlow(tx, id));
  const key = parsePipelineKey(query.category);
  if (key !== null && key.kind !== 'completion' && key.kind !== 'outcome') {
    return { kind: 'state', query: { campaign_id: id, ...toStateQuery(key) } };
  }
  const facts = key === null ? parseMetric(query.category) : toFacts(key);
  return { kind: 'facts', query: { facts, scope: campaignScope(id), ...givenDays(query) } };
}

function parseOrganizationQuery(query: Category): People {
  const scope = organizationScope(query);
  const replied = parseReplyCategory(query.category);
  if (replied !== null) {
    const span = toZoneSpan(givenRange(query) ?? OPEN_RANGE, zoneOfDays(query));
    return { kind: 'replies', query: { class: replied, scope, span: { since: span.since, until: span.until } } };
  }
  const facts = parseMetric(query.category);
  return { kind: 'facts', query: { facts, scope, ...givenDays(query) } };
}

/** The asked days, and where they are those of another zone, what they hold of the days of UTC. */
function givenDays(query: Days): Pick<store.PeopleQuery, 'range' | 'span'> {
  const range = givenRange(query);
  const zone = zoneOfDays(query);
  if (range === null || zone === DEFAULT_TIME_ZONE) return { range, span: null };
  const span = toZoneSpan(range, zone);
  return { range: span.cover, span };
}

function parseMetric(given: string): store.Facts {
  const category = METRIC_CATEGORIES.find((known) => known === given);
  if (!category) throw new ApiError('bad_request', { reason: 'There is no such category.' });
  return store.factsOfMetric(category);
}

function toFacts(key: Extract<PipelineKey, { kind: 'completion' | 'outcome' }>): store.Facts {
  return key.kind === 'outcome' ? store.factsOfOutcome(key) : store.factsOfNode(key.node_id, key.branch);
}

function toStateQuery(key: Exclude<PipelineKey, { kind: 'completion' | 'outcome' }>) {
  if (key.kind === 'waiting') return { status: null, next_node_id: key.node_id };
  return { status: key.state.toUpperCase(), next_node_id: null };
}

async function listPage(tx: Tx, people: People, { page, cursor, limit: wanted }: PageRequest) {
  const limit = PAGE_SIZES.analytics_prospects;
  const offset = cursor === undefined ? (page - 1) * limit : 0;
  const { total, read } = await findPage(tx, people, { offset, limit });
  const { rows, next_cursor } =
    cursor === undefined
      ? // A page behind the last one is not looked for.
        { rows: offset < total ? await read() : [], next_cursor: null }
      : await listPageAfter(tx, people, cursor, wanted ?? limit);
  return { success: true as const, prospects: rows.map(presentAnalyticsProspect), total_prospects: total, next_cursor };
}

/** A page for programs. A cursor belongs to one number: its order is that of the facts behind it. @throws cursor_invalid */
async function listPageAfter(tx: Tx, people: People, cursor: string, limit: number) {
  const list = `people ${JSON.stringify(people)}`;
  const load = <Row>({ read, placeOf }: Pick<PageSource<Row>, 'read' | 'placeOf'>) =>
    loadPage(tx, { page: 1, cursor, limit }, { list, page_size: limit, read, placeOf });
  if (people.kind === 'replies')
    return load({
      read: ({ after, ...range }) =>
        listReplied(
          tx,
          people.query,
          { after: after && { cursor: String(after[0]), campaign_lead_id: Number(after[1]) } },
          range.limit,
        ),
      placeOf: ({ cursor: at, campaign_lead_id }) => [at ?? '', campaign_lead_id],
    });
  if (people.kind === 'state')
    return load({
      read: ({ after, ...range }) =>
        store.listPeopleInState(
          tx,
          people.query,
          { after: after && { campaign_lead_id: Number(after[0]) } },
          range.limit,
        ),
      placeOf: ({ campaign_lead_id }) => [campaign_lead_id],
    });
  const after = cursor === '' ? null : (openCursor(tx, list, cursor) as unknown as store.FactPlace);
  const { rows, next } = await store.listPeopleAfter(tx, people.query, after, limit);
  return { rows, next_cursor: next && sealCursor(tx, list, next) };
}

async function findPage(tx: Tx, people: People, page: { offset: number; limit: number }) {
  if (people.kind === 'facts') {
    const { total, ...place } = await placePeople(tx, people.query, page);
    return { total, read: () => store.listPeopleOfFacts(tx, people.query, place, page.limit) };
  }
  if (people.kind === 'replies') {
    const { query } = people;
    const counted = await countReplyTypes(tx, query.span, query.scope);
    const total = counted.find((one) => one.class === query.class)?.leads ?? 0;
    return { total, read: () => listReplied(tx, query, { after: null, offset: page.offset }, page.limit) };
  }
  const total = await countPeopleInState(tx, people.query);
  return { total, read: () => store.listPeopleInState(tx, people.query, { ...page, total }, page.limit) };
}

function streamPeople(ctx: Context, people: People, zone: string): Readable {
  const written = new Set<number>();
  return streamCsv<store.PersonRow>(
    HEADING,
    (after, limit) => ctx.replicaRead((tx) => listAfter(tx, people, after, limit)),
    (row) => {
      // Newest first: a lead's first appearance is its last fact.
      if (written.has(row.campaign_lead_id)) return null;
      written.add(row.campaign_lead_id);
      return toCells(row, zone);
    },
  );
}

function listAfter(tx: Tx, people: People, after: store.PersonRow | null, limit: number): Promise<store.PersonRow[]> {
  if (people.kind === 'replies') return listReplied(tx, people.query, { after }, limit);
  return people.kind === 'facts'
    ? store.listFactsAfter(tx, people.query, after, limit)
    : store.listPeopleInState(tx, people.query, { after }, limit);
}

function toCells(row: store.PersonRow, zone: string): string[] {
  const person = presentAnalyticsProspect(row);
  return [
    fullName(person),
    person.job_title ?? '',
    person.company.name ?? '',
    person.linkedin_profile_url ?? '',
    person.campaign.name,
    LEAD_STATUS_LABELS[row.campaign_status as LeadStatus],
    formatInstant(row.occurred_at, zone) ?? '',
  ];
}
