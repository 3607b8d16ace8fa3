import type { AdminTemplate } from '@overture/contract/admin-templates';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { containsPattern } from '../../../kernel/db/like-pattern.ts';
import { ApiError } from '../../../kernel/errors.ts';
import {
  parseRow,
  parseWritten,
  presentTemplate,
  type ReadTemplate,
  type WrittenTemplate,
} from '../templates.rules.ts';
import { CONDITION_TEMPLATES } from './condition-templates.rules.ts';
import { EMAIL_TEMPLATES } from './email-templates.rules.ts';
import { LINKEDIN_TEMPLATES } from './linkedin-templates.rules.ts';
import { MIXED_TEMPLATES } from './mixed-templates.rules.ts';
import * as store from './offered.store.ts';

/**
 * The built-in templates. Their messages can be sent unchanged: they claim nothing about sender or lead that may be
 * untrue, and where they name what a lead may lack there is a fallback. Subjects name no one: they have no fallback.
 */
export const DEFAULT_TEMPLATES: readonly WrittenTemplate[] = [
  ...EMAIL_TEMPLATES,
  ...LINKEDIN_TEMPLATES,
  ...MIXED_TEMPLATES,
  ...CONDITION_TEMPLATES,
];

const builtIn: readonly ReadTemplate[] = DEFAULT_TEMPLATES.map(parseWritten);
const MOST_SAVED = 200;

/** What every organization is offered: the built-in ones as the operator left them, then those they added. */
export async function listOffered(tx: Pick<TransactionContext, 'db'>): Promise<ReadTemplate[]> {
  const changes = await listBuiltIn(tx);
  const added = await store.listDefaults(tx);
  return [
    ...changes.filter(({ is_hidden }) => !is_hidden).map(({ template }) => template),
    ...added.flatMap((row) => parseRow(row) ?? []),
  ];
}

async function listBuiltIn(tx: Pick<TransactionContext, 'db'>) {
  const changes = new Map((await store.listBuiltInChanges(tx)).map((change) => [change.id, change]));
  return builtIn.map((template) => {
    const change = changes.get(template.id);
    return { template: { ...template, name: change?.name ?? template.name }, is_hidden: change?.is_hidden ?? false };
  });
}

/** Every default, hidden ones too, and the newest that organizations saved. */
export async function listEveryTemplate(
  ctx: SystemContext,
  search: string,
): Promise<{ default: AdminTemplate[]; organization: AdminTemplate[] }> {
  const wanted = search.trim().toLowerCase();
  const isWanted = ({ name }: ReadTemplate): boolean => name.toLowerCase().includes(wanted);
  return ctx.systemTransaction(async (tx) => {
    const written = (await listBuiltIn(tx)).filter(({ template }) => isWanted(template));
    const added = (await store.listDefaults(tx)).flatMap((row) => parseRow(row) ?? []).filter(isWanted);
    const saved = await store.listSaved(tx, containsPattern(wanted), MOST_SAVED);
    const facts = { is_default: true, is_built_in: false, organization_name: null };
    return {
      default: [
        ...written.map(({ template, is_hidden }) => ({
          ...presentTemplate(template),
          ...facts,
          is_default: !is_hidden,
          is_built_in: true,
        })),
        ...added.map((template) => ({ ...presentTemplate(template), ...facts })),
      ],
      organization: saved.flatMap((row) => {
        const template = parseRow(row);
        const { is_default, organization_name } = row;
        return template ? [{ ...presentTemplate(template), ...facts, is_default, organization_name }] : [];
      }),
    };
  });
}

const isBuiltIn = (id: number): boolean => builtIn.some((template) => template.id === id);

/** @throws bad_request for a name that is blank, not_found */
export async function renameAnyTemplate(ctx: SystemContext, id: number, given: string): Promise<void> {
  const name = cleanTemplateName(given);
  await ctx.systemTransaction(async (tx) => {
    if (isBuiltIn(id)) {
      const known = (await store.listBuiltInChanges(tx)).find((change) => change.id === id);
      return store.changeBuiltIn(tx, { id, name, is_hidden: known?.is_hidden ?? false });
    }
    if (!(await store.renameStored(tx, id, name))) throw new ApiError('not_found');
  });
}

/** @throws not_found; conflict for a built-in one, which comes with the program */
export async function deleteAnyTemplate(ctx: SystemContext, id: number): Promise<void> {
  if (isBuiltIn(id))
    throw new ApiError('conflict', { reason: 'This template is built in. Take it from the defaults instead.' });
  await ctx.systemTransaction(async (tx) => {
    if (!(await store.deleteStored(tx, id))) throw new ApiError('not_found');
  });
}

/** @throws not_found; conflict where there are too many defaults */
export async function toggleDefault(ctx: SystemContext, id: number, make_default: boolean): Promise<void> {
  await ctx.systemTransaction(async (tx) => {
    if (isBuiltIn(id)) {
      const known = (await store.listBuiltInChanges(tx)).find((change) => change.id === id);
      return store.changeBuiltIn(tx, { id, name: known?.name ?? null, is_hidden: !make_default });
    }
    if (make_default && (await store.listDefaults(tx)).length >= store.MOST_DEFAULTS)
      throw new ApiError('conflict', { reason: `At most ${store.MOST_DEFAULTS} templates can be defaults.` });
    const isThere = make_default ? await store.addDefault(tx, id) : await store.removeDefault(tx, id);
    if (!isThere) throw new ApiError('not_found');
  });
}

/** @throws bad_request when nothing is left of it */
export function cleanTemplateName(given: string): string {
  const name = cutText(toSingleLine(cleanText(given)), TEXT_LIMITS.template_name_max);
  if (name === '') throw new ApiError('bad_request', { reason: 'Please enter a template name.' });
  return name;
}
