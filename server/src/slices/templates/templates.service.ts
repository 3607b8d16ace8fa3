import type { Template } from '@overture/contract/campaigns';
import type { Flow } from '@overture/domain/flow/flow';
import { storeFlow } from '@overture/domain/flow/stored-flow';
import { TEMPLATE_LIMITS } from '@overture/domain/limits';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { requireMayDelete } from '../../kernel/edits/made-by.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { disabledFeatures, findOrganization } from '../organization/index.ts';
import { cleanTemplateName, listOffered } from './defaults/offered.service.ts';
import { isSwitchedOn, parseRow, presentTemplate, type ReadTemplate } from './templates.rules.ts';
import * as store from './templates.store.ts';

type Tx = TransactionContext;

/** Templates a campaign of this organization can begin with: its own, newest first, and those everybody is offered. */
export async function listTemplates(
  ctx: Pick<Context, 'transaction'>,
): Promise<{ organization: Template[]; agency: Template[]; default: Template[] }> {
  return ctx.transaction(async (tx) => {
    const disabled = await listDisabled(tx);
    const isOffered = ({ flow }: ReadTemplate) => isSwitchedOn(flow, disabled);
    const present = (rows: readonly store.TemplateRow[]) =>
      rows
        .flatMap((row) => parseRow(row) ?? [])
        .filter(isOffered)
        .map(presentTemplate);
    return {
      organization: present(await store.listTemplates(tx, TEMPLATE_LIMITS.max_templates)),
      agency: present(await store.listTemplatesOfAgency(tx)),
      default: (await listOffered(tx)).filter(isOffered).map(presentTemplate),
    };
  });
}

async function listDisabled(tx: Tx) {
  return disabledFeatures(orNotFound(await findOrganization(tx, tx.organization.id)));
}

/**
 * A template as a campaign may begin with it. @throws not_found for what does not exist, is another organization's or
 * is no flow; feature_disabled for step types that are switched off
 */
export async function loadTemplate(tx: Tx, id: number): Promise<Pick<ReadTemplate, 'name' | 'flow'>> {
  const template = orNotFound((await listOffered(tx)).find((known) => known.id === id) ?? (await findOwn(tx, id)));
  if (!isSwitchedOn(template.flow, await listDisabled(tx))) throw new ApiError('feature_disabled');
  return template;
}

async function findOwn(tx: Tx, id: number): Promise<ReadTemplate | null> {
  const row = (await store.findTemplate(tx, id)) ?? (await store.findTemplateOfAgency(tx, id));
  return row === undefined ? null : parseRow(row);
}

/** Those that an agency offers to its clients, newest first. */
export async function listClientTemplates(ctx: Pick<Context, 'transaction'>): Promise<Template[]> {
  const rows = await ctx.transaction((tx) => store.listTemplatesForClients(tx, TEMPLATE_LIMITS.max_templates));
  return rows.flatMap((row) => parseRow(row) ?? []).map(presentTemplate);
}

/** @throws not_found for what is none of those an agency offers */
export async function requireClientTemplate(ctx: Pick<Context, 'transaction'>, id: number): Promise<void> {
  const rows = await ctx.transaction((tx) => store.listTemplatesForClients(tx, TEMPLATE_LIMITS.max_templates));
  if (!rows.some((row) => row.id === id)) throw new ApiError('not_found');
}

/** @throws bad_request for a name that is blank, not_found for what is none of the organization's own */
export async function renameTemplate(ctx: Pick<Context, 'transaction'>, id: number, given: string): Promise<Template> {
  const name = cleanTemplateName(given);
  return ctx.transaction(async (tx) => {
    const template = parseRow(orNotFound(await store.updateTemplateName(tx, id, name)));
    return presentTemplate(orNotFound(template ?? undefined));
  });
}

/** @throws not_found for what is none of the organization's own */
export async function deleteTemplate(ctx: Pick<Context, 'transaction'>, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireMayDelete(tx, 'campaign_templates', [id]);
    if (!(await store.deleteTemplate(tx, id))) throw new ApiError('not_found');
  });
}

/** Keeps a flow as a template of the organization; ids of the flow stay behind. @throws bad_request without steps, or too big */
export async function addTemplate(
  tx: Tx,
  given: { name: string; flow: Flow; is_for_clients?: boolean },
): Promise<Template> {
  const flow = storeFlow(given.flow);
  if (!flow.some(({ kind }) => kind === 'step')) {
    throw new ApiError('bad_request', { reason: 'Please add a step before saving this campaign as a template.' });
  }
  const json = JSON.stringify(flow);
  if (Buffer.byteLength(json) > TEMPLATE_LIMITS.max_flow_in_bytes) {
    throw new ApiError('bad_request', { reason: 'The messages of this campaign are too long for a template.' });
  }
  if ((await store.countTemplates(tx)) >= TEMPLATE_LIMITS.max_templates) {
    throw new ApiError('bad_request', { reason: `At most ${TEMPLATE_LIMITS.max_templates} templates can be saved.` });
  }
  const row = await store.insertTemplate(tx, {
    name: given.name,
    flow: json,
    is_for_clients: given.is_for_clients ?? false,
  });
  return presentTemplate({ id: row.id, name: row.name, description: null, created_at: row.created_at, flow });
}
