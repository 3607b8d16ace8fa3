import type { PersonCap } from '@overture/contract/credit-caps';
import { orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { loadMonthlyUse, saveCap } from '../billing/index.ts';
import { getOwnZone } from '../organization/index.ts';
import { findPerson, listPeople } from './credit-caps.store.ts';
import { requireBilling } from './credit-history.service.ts';

interface Caps {
  time_zone: string;
  people: PersonCap[];
  organization: { cap: number | null; used: number };
}

/** @throws forbidden for clients of a white label */
export async function listCreditCaps(ctx: SessionContext): Promise<Caps> {
  await requireBilling(ctx);
  const { time_zone } = await getOwnZone(ctx);
  return ctx.read(async (tx) => {
    const { ofPerson, organization } = await loadMonthlyUse(tx);
    const people = (await listPeople(tx)).map(({ id, name }) => ({ user_id: id, name, ...ofPerson(id) }));
    return { time_zone, people, organization };
  });
}

/** @throws not_found for people of others, forbidden for clients of a white label */
export async function setCreditCap(ctx: SessionContext, userId: number, credits: number | null): Promise<Caps> {
  await requireBilling(ctx);
  await ctx.transaction(async (tx) => {
    orNotFound(await findPerson(tx, userId));
    await saveCap(tx, userId, credits);
  });
  return listCreditCaps(ctx);
}
