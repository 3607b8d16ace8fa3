import type { CrmConnection, CrmField, CrmPort } from '@overture/adapters/crm/crm.port';
import { isProviderError, type ProviderError } from '@overture/adapters/kit/errors';
import type { CrmFieldChoice, FieldMapping } from '@overture/contract/integrations';
import { CRM_LEAD_FIELD_IDS, CRM_LEAD_FIELDS, type CrmLeadField, type CrmType } from '@overture/domain/crm';
import { leadField } from '@overture/domain/leads/lead-fields';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { createTokens } from '../connect/tokens.service.ts';
import { grantBehind, requireConnected, requireIntegrations } from '../integrations.service.ts';
import { type IntegrationRow, markExpired } from '../integrations.store.ts';
import { listMappings, replaceMappings } from './mappings.store.ts';

const fold = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** For boards, whose columns users name freely: by the type if it is telling, by the title if it says the same. */
function suggestMappings(fields: readonly CrmField[]): FieldMapping[] {
  const taken = new Set<string>();
  return CRM_LEAD_FIELD_IDS.flatMap((prospectField): FieldMapping[] => {
    const match = fields.find((field) => !taken.has(field.name) && isMeant(field, prospectField));
    if (match === undefined) return [];
    taken.add(match.name);
    return [{ hubspotField: match.name, prospectField, overwrites: false }];
  });
}

const OTHER_WORDS: Partial<Record<CrmLeadField, readonly string[]>> = {
  first_name: ['firstname'],
  last_name: ['lastname', 'surname'],
  job_title: ['title', 'role', 'position'],
  'company.name': ['company', 'account', 'organization', 'organisation'],
  'company.website_url': ['website', 'companywebsite', 'domain'],
  phone_number: ['phone', 'mobile', 'telephone'],
  location: ['city', 'place'],
  linkedin_profile_url: ['linkedin', 'linkedinurl', 'linkedinprofile'],
  'company.industry': ['industry', 'sector'],
  'company.amount_of_employees': ['employees', 'companysize', 'headcount', 'size'],
};

function isMeant({ label, type }: CrmField, lead: CrmLeadField): boolean {
  if (type === 'option' && lead !== 'company.industry') return false;
  if (lead === 'email' && type === 'email') return true;
  if (lead === 'phone_number' && type === 'phone') return true;
  const words = [fold(lead), fold(leadField(CRM_LEAD_FIELDS[lead]).label), ...(OTHER_WORDS[lead] ?? [])];
  return words.includes(fold(cutText(label, 200)));
}

/** What a call of a person asks of a CRM. @throws crm_not_connected, crm_failed */
export async function callCrm<Result>(
  ctx: SessionContext,
  type: CrmType,
  ask: (port: CrmPort, connection: CrmConnection) => Promise<Result>,
): Promise<Result> {
  await requireIntegrations(ctx);
  const row = await ctx.transaction((tx) => requireConnected(tx, type));
  const port = ctx.ports.crm[type];
  try {
    return await ask(port, { api_url: row.api_url, tokens: createTokens(ctx.system, type, row.id) });
  } catch (error) {
    if (!isProviderError(error)) throw error;
    throw await explain(ctx, row, error);
  }
}

async function explain(ctx: SessionContext, row: IntegrationRow, error: ProviderError): Promise<ApiError> {
  const name = ctx.ports.crm[row.integration_type].manifest.label;
  if (error.kind !== 'auth_expired') return new ApiError('crm_failed', { name, reason: cutText(error.reason, 300) });
  await ctx.transaction(async (tx) => {
    if (await markExpired(tx, row.id, grantBehind(error)))
      tx.live.publish('integration_changed', { integration_type: row.integration_type });
  });
  return new ApiError('crm_not_connected', { name });
}

export async function listFields(
  ctx: SessionContext,
  type: CrmType,
  boardId: string | null,
): Promise<CrmFieldChoice[]> {
  const fields = await callCrm(ctx, type, (port, connection) => port.listFields(connection, boardId));
  return fields
    .slice(0, LIST_LIMITS.crm_choices)
    .map(({ name, label, required, type: kind }) => ({ name, label, required, type: kind }));
}

export async function listBoards(
  ctx: SessionContext,
  type: CrmType,
): Promise<{ success: boolean; boards: { id: string; name: string }[]; error: string | null }> {
  try {
    const boards = await callCrm(ctx, type, (port, connection) => port.listBoards(connection));
    return { success: true, boards: boards.slice(0, LIST_LIMITS.crm_choices), error: null };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'crm_failed')
      return { success: false, boards: [], error: error.message };
    throw error;
  }
}

export async function getMappings(
  ctx: SessionContext,
  type: CrmType,
  boardId: string | null,
): Promise<{ mappings: FieldMapping[]; is_default: boolean }> {
  await requireIntegrations(ctx);
  const saved = await ctx.transaction((tx) => listMappings(tx, type, boardId ?? ''));
  if (saved.length > 0) return { mappings: saved, is_default: false };
  const defaults = defaultMappings(ctx.ports.crm[type]);
  const needsBoard = ctx.ports.crm[type].manifest.capabilities.has_boards;
  if (!needsBoard || boardId === null) return { mappings: defaults, is_default: true };
  const fields = await callCrm(ctx, type, (port, connection) => port.listFields(connection, boardId));
  return { mappings: suggestMappings(fields), is_default: true };
}

const defaultMappings = ({ manifest }: CrmPort): FieldMapping[] =>
  manifest.default_mappings.map(({ field, lead_field }) => ({
    hubspotField: field,
    prospectField: lead_field,
    overwrites: false,
  }));

/** What is written where, for a push: what was saved, else the default, else what the board's columns say. */
export async function loadMappings(
  tx: TransactionContext,
  type: CrmType,
  boardId: string,
  fields: readonly CrmField[],
): Promise<FieldMapping[]> {
  const saved = await listMappings(tx, type, boardId);
  if (saved.length > 0) return saved;
  const port = tx.ports.crm[type];
  return port.manifest.capabilities.has_boards ? suggestMappings(fields) : defaultMappings(port);
}

interface GivenMapping {
  hubspotField?: string | null | undefined;
  prospectField?: CrmLeadField | '' | null | undefined;
  overwrites?: boolean | null | undefined;
}

/** Rows with a side missing are dropped. @throws crm_no_mappings, crm_field_twice */
export async function saveMappings(
  ctx: SessionContext,
  type: CrmType,
  boardId: string | null,
  given: readonly GivenMapping[],
): Promise<FieldMapping[]> {
  await requireIntegrations(ctx);
  const mappings = given.flatMap(({ hubspotField, prospectField, overwrites }): FieldMapping[] => {
    const field = toSingleLine(hubspotField ?? '');
    return field && prospectField ? [{ hubspotField: field, prospectField, overwrites: overwrites === true }] : [];
  });
  if (mappings.length === 0) throw new ApiError('crm_no_mappings');
  const names = mappings.map((one) => one.hubspotField);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new ApiError('crm_field_twice', { field: twice });
  await ctx.transaction((tx) => replaceMappings(tx, type, boardId ?? '', mappings));
  return mappings;
}
