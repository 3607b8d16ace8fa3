import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import type { CrmConnection, CrmDeal, CrmNote, CrmOwner, CrmStage } from '../crm.port.ts';
import type { CrmHttp } from '../crm-http.api.ts';
import { hasMarker, writeNoteHtml } from '../note-text.transform.ts';

/** Notes, deals, owners and preferences beside a contact. */

const VERSION = '2026-03';
const anything = z.unknown();
const idSchema = z.coerce.string().regex(/^\d{1,30}$/);
const associated = z.object({
  results: z
    .array(z.object({ toObjectId: idSchema }))
    .max(500)
    .default([]),
  paging: z.object({ next: z.object({ after: z.string().max(200) }).nullish() }).nullish(),
});
const records = z.object({
  results: z
    .array(z.object({ id: idSchema, properties: z.record(z.string(), z.string().nullable()) }))
    .max(500)
    .default([]),
});
const created = z.object({ id: idSchema });

const ASSOCIATIONS_A_PAGE = 500;
const MOST_PAGES = 4;
const READ_AT_ONCE = 100;
const MOST_READ = 500;

/** Records linked to a contact that are scanned, newest first: our latest note is found among many others. */
async function findBeside(
  http: CrmHttp,
  connection: CrmConnection,
  beside: { kind: 'notes' | 'deals'; record_id: string; properties: string[] },
  isIt: (properties: Record<string, string | null>) => boolean,
) {
  const ids = (await listIdsBeside(http, connection, beside)).toSorted((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1));
  for (let start = 0; start < Math.min(ids.length, MOST_READ); start += READ_AT_ONCE) {
    const inputs = ids.slice(start, start + READ_AT_ONCE).map((id) => ({ id }));
    const path = `/crm/objects/${VERSION}/${beside.kind}/batch/read`;
    const json = { inputs, properties: beside.properties };
    const { results } = await http.read(connection, records, { path, json, effect: 'repeatable' });
    const found = results.find(({ properties }) => isIt(properties));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function listIdsBeside(
  http: CrmHttp,
  connection: CrmConnection,
  { kind, record_id }: { kind: 'notes' | 'deals'; record_id: string },
): Promise<string[]> {
  const ids: string[] = [];
  let after = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ limit: String(ASSOCIATIONS_A_PAGE), ...(after && { after }) });
    const path = `/crm/objects/${VERSION}/contacts/${record_id}/associations/${kind}?${query}`;
    const { results, paging } = await http.read(connection, associated, { path, effect: 'repeatable' });
    ids.push(...results.map(({ toObjectId }) => toObjectId));
    after = paging?.next?.after ?? '';
    if (after === '') break;
  }
  return ids;
}

const associateWith = (record_id: string, associationTypeId: number) => [
  { to: { id: record_id }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId }] },
];

export async function hasNote(http: CrmHttp, connection: CrmConnection, note: CrmNote): Promise<boolean> {
  const beside = { kind: 'notes' as const, record_id: note.record_id, properties: ['hs_note_body'] };
  const found = await findBeside(http, connection, beside, (properties) =>
    hasMarker(properties.hs_note_body, note.marker),
  );
  return found !== undefined;
}

export async function writeNote(http: CrmHttp, connection: CrmConnection, note: CrmNote): Promise<void> {
  const json = {
    properties: {
      hs_timestamp: note.at.toISOString(),
      hs_note_body: writeNoteHtml(note),
    },
    associations: associateWith(note.record_id, 202),
  };
  await http.read(connection, created, { path: `/crm/objects/${VERSION}/notes`, json, effect: 'sends' });
}

const pipelines = z.object({
  results: z
    .array(
      z.object({
        id: z.string().max(100),
        label: z.string().max(300),
        stages: z.array(z.object({ id: z.string().max(100), label: z.string().max(300) })).max(100),
      }),
    )
    .max(100),
});

/** A stage by pipeline and stage, since stages of several pipelines may have one name. */
export async function listStages(http: CrmHttp, connection: CrmConnection): Promise<CrmStage[]> {
  const { results } = await http.read(connection, pipelines, {
    path: `/crm/pipelines/${VERSION}/deals`,
    effect: 'repeatable',
  });
  return results.flatMap((pipeline) =>
    pipeline.stages.map(({ id, label }) => ({ id: `${pipeline.id}/${id}`, label: `${pipeline.label}: ${label}` })),
  );
}

export async function hasDeal(http: CrmHttp, connection: CrmConnection, deal: CrmDeal): Promise<boolean> {
  return (await findDeal(http, connection, deal)) !== undefined;
}

function findDeal(http: CrmHttp, connection: CrmConnection, { record_id, title }: CrmDeal) {
  const beside = { kind: 'deals' as const, record_id, properties: ['dealname', 'hs_is_closed'] };
  return findBeside(http, connection, beside, (properties) => properties.dealname === title);
}

export async function openDeal(http: CrmHttp, connection: CrmConnection, deal: CrmDeal): Promise<void> {
  const stage = deal.stage ?? (await listStages(http, connection))[0]?.id;
  const [pipeline, dealstage] = stage?.split('/') ?? [];
  if (!pipeline || !dealstage)
    throw new ProviderError('rejected', 'HubSpot has no stage for deals.', { concerns: 'message' });
  const owner = deal.owner_id === null ? {} : { hubspot_owner_id: deal.owner_id };
  const json = {
    properties: { dealname: deal.title, pipeline, dealstage, ...owner },
    associations: associateWith(deal.record_id, 3),
  };
  await http.read(connection, created, { path: `/crm/objects/${VERSION}/deals`, json, effect: 'sends' });
}

/** Of the deals beside the contact the one we opened, by its name. */
export async function setStage(
  http: CrmHttp,
  connection: CrmConnection,
  deal: CrmDeal & { stage: string },
): Promise<void> {
  const mine = await findDeal(http, connection, deal);
  if (mine === undefined) return openDeal(http, connection, deal);
  if (mine.properties.hs_is_closed === 'true') return;
  const [pipeline, dealstage] = deal.stage.split('/');
  const path = `/crm/objects/${VERSION}/deals/${encodeURIComponent(mine.id)}`;
  const json = { properties: { pipeline, dealstage } };
  await http.read(connection, created, { path, method: 'PATCH', json, effect: 'repeatable' });
}

const owners = z.object({
  results: z
    .array(
      z.object({
        id: idSchema,
        email: z.string().nullish(),
        firstName: z.string().max(300).nullish(),
        lastName: z.string().max(300).nullish(),
      }),
    )
    .max(500),
});

export async function findOwner(http: CrmHttp, connection: CrmConnection, email: string): Promise<string | null> {
  const path = `/crm/owners/${VERSION}?email=${encodeURIComponent(email)}&limit=100`;
  const { results } = await http.read(connection, owners, { path, effect: 'repeatable' });
  return results.find((owner) => owner.email?.toLowerCase() === email.toLowerCase())?.id ?? null;
}

export async function listOwners(http: CrmHttp, connection: CrmConnection): Promise<CrmOwner[]> {
  const path = `/crm/owners/${VERSION}?limit=500&archived=false`;
  const { results } = await http.read(connection, owners, { path, effect: 'repeatable' });
  return results.map(({ id, email, firstName, lastName }) => ({
    id,
    name: [firstName, lastName].filter(Boolean).join(' ') || email || id,
    email: email ?? null,
  }));
}

export async function unsubscribe(http: CrmHttp, connection: CrmConnection, email: string): Promise<void> {
  const path = `/communication-preferences/${VERSION}/statuses/${encodeURIComponent(email)}/unsubscribe-all?channel=EMAIL`;
  await http.read(connection, anything, { path, method: 'POST', effect: 'repeatable' });
}
