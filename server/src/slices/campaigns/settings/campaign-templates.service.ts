import type { Campaign, Template } from '@overture/contract/campaigns';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { Context } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { addTemplate, cleanTemplateName, loadTemplate } from '../../templates/index.ts';
import { listNodes } from '../flow/flow.store.ts';
import { nameOfTemplateDraft } from './campaigns.rules.ts';
import { type DraftInput, insertFlow, loadCampaign } from './campaigns.service.ts';
import * as store from './campaigns.store.ts';

/**
 * Creates a draft with a template's steps, messages and delays, named as requested or after the template.
 * @throws not_found, feature_disabled when the template has disabled step types
 */
export async function createFromTemplate(ctx: Context, given: DraftInput & { template_id: number }): Promise<Campaign> {
  return ctx.transaction(async (tx) => {
    const { name, flow } = await loadTemplate(tx, given.template_id);
    const wanted = toSingleLine(cleanText(given.name ?? ''));
    await store.requireRoomForCampaign(tx);
    const base = nameOfTemplateDraft(name, []);
    const free = wanted || nameOfTemplateDraft(name, await store.listNamesStartingWith(tx, base));
    const id = await store.insertDraft(tx, free, given.timezone ?? null);
    await insertFlow(tx, id, flow);
    return loadCampaign(tx, id);
  });
}

/**
 * Keeps the flow of a campaign, in any status, as a template of the organization, of an agency also for its clients.
 * @throws not_found, bad_request
 */
export async function saveAsTemplate(ctx: Context, id: number, given: string, isForClients = false): Promise<Template> {
  const name = cleanTemplateName(given);
  return ctx.transaction(async (tx) => {
    orNotFound(await store.lockCampaignRowShared(tx, id));
    return addTemplate(tx, { name, flow: await listNodes(tx, id), is_for_clients: isForClients });
  });
}
