import type { Prospect } from '@overture/contract/prospects';
import { parseNameParts } from '@overture/domain/leads/name-parts';
import type { Context } from '../../../kernel/context.ts';
import { isSuppressed } from '../../suppression-rules/index.ts';
import { type Colleague, findPhoneByEmail, listColleagues } from './contacts.store.ts';
import { findCompanyDomain, type LookupStep, type StepResult } from './lookup.rules.ts';

type Ctx = Pick<Context, 'transaction' | 'organization'>;

/** Data the lead has already. */
export function knownOnLead(value: string | null, words: string): LookupStep {
  return {
    label: 'Known already',
    async take() {
      const text = value?.trim() ?? '';
      if (text === '') return { outcome: 'not_found', detail: `The lead has no ${words}.` };
      return { outcome: 'found', value: text, confidence: 100, detail: `The lead has this ${words}.`, is_free: true };
    },
  };
}

/** People at the lead's company by their addresses; loaded once for all steps of a look-up. */
export type ReadColleagues = () => Promise<Colleague[]>;

export function loadColleaguesOnce(ctx: Ctx, prospect: Prospect): ReadColleagues {
  let read: Promise<Colleague[]> | null = null;
  return () => {
    const domain = findCompanyDomain(prospect);
    read ??= domain === null ? Promise.resolve([]) : ctx.transaction((tx) => listColleagues(tx, domain, prospect.id));
    return read;
  };
}

/** The same person in another row: people without a LinkedIn address can be in the organization twice. */
export function emailElsewhere(prospect: Prospect, colleagues: ReadColleagues): LookupStep {
  return {
    label: 'Same person elsewhere',
    async take() {
      const namesake = (await listNamesakes(prospect, colleagues))[0];
      return namesake === undefined
        ? { outcome: 'not_found', detail: 'No lead with this name at this company.' }
        : known(namesake.email, 'address');
    },
  };
}

export function phoneElsewhere(ctx: Ctx, prospect: Prospect, colleagues: ReadColleagues): LookupStep {
  return {
    label: 'Same person elsewhere',
    async take() {
      const { email, id } = prospect;
      const own = email ? await ctx.transaction((tx) => findPhoneByEmail(tx, email, id)) : null;
      const phone =
        own ?? (await listNamesakes(prospect, colleagues)).find((namesake) => namesake.phone_number)?.phone_number;
      return phone
        ? known(phone, 'number')
        : { outcome: 'not_found', detail: 'No other row of this person has a number.' };
    },
  };
}

function known(value: string, words: string): StepResult {
  const detail = `Another row of your leads has this ${words} for the same person.`;
  return { outcome: 'found', value, confidence: 95, detail, is_free: true };
}

async function listNamesakes(prospect: Prospect, colleagues: ReadColleagues): Promise<Colleague[]> {
  const name = toName(prospect);
  return name === null ? [] : (await colleagues()).filter((colleague) => toName(colleague) === name);
}

/** Names compared as addresses spell them; null for names in other letters, which cannot be compared so. */
function toName(person: { first_name: string; last_name: string }): string | null {
  const parts = parseNameParts(person.first_name, person.last_name, 'plain');
  return parts && [...parts.first, '|', ...parts.particles, ...parts.core].join(' ');
}

/** A usable result: an address that bounced or unsubscribed is never returned. */
export async function withoutSuppressed(ctx: Ctx, result: StepResult): Promise<StepResult> {
  if (result.outcome !== 'found') return result;
  const isUnusable = await ctx.transaction((tx) => isSuppressed(tx, ctx.organization.id, result.value));
  if (!isUnusable) return result;
  return { outcome: 'refused', detail: 'The address found has bounced or unsubscribed before.' };
}
