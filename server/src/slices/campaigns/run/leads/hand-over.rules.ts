import { type Channel, companyOf } from '@overture/domain/sending/sender-choice';
import type { OwnedLead } from './hand-over.store.ts';

/** A sender that may take leads over, and its daily capacity. */
export interface Taker {
  id: number;
  cap: number;
}

/**
 * Senders with which a lead may restart at its invite: those that never invited it in this campaign. The same account must not invite a
 * person twice.
 */
export function restartTakers(takers: readonly Taker[], lead: OwnedLead): Taker[] {
  if (lead.invite_node_id === null) return [];
  const before = [...lead.invited_by, ...lead.given_up_by];
  return takers.filter(({ id }) => id !== lead.account_id && !before.includes(id));
}

/**
 * Chooses the new sender for each lead. People of one company stay with one sender; the rest are distributed by capacity. On LinkedIn a
 * lead continues with an account it is connected with, or with any before the first invite. `restarts` lets invited leads restart at the
 * invite with another account. An account whose attempt was given up never gets the lead back: the person would get the same messages from
 * it twice. Leads without a taker are left out.
 */
export function createHandOver(channel: Channel, takers: readonly Taker[], restarts = false) {
  const given = new Map(takers.map(({ id }) => [id, 0]));
  const companies = new Map<string, number>();
  return (lead: OwnedLead): { to: number; restarts: boolean } | null => {
    const others = takers.filter(({ id }) => id !== lead.account_id && !lead.given_up_by.includes(id));
    const goingOn = others.filter(({ id }) => channel === 'email' || !lead.is_bound || lead.connected.includes(id));
    const able = goingOn.length === 0 && restarts ? restartTakers(takers, lead) : goingOn;
    if (able.length === 0) return null;
    const company = companyOf(lead);
    const known = company === null ? undefined : companies.get(company);
    const share = ({ id, cap }: Taker) => given.get(id)! / Math.max(1, cap);
    const chosen = able.find(({ id }) => id === known) ?? able.toSorted((a, b) => share(a) - share(b))[0]!;
    given.set(chosen.id, given.get(chosen.id)! + 1);
    if (company !== null) companies.set(company, chosen.id);
    return { to: chosen.id, restarts: goingOn.length === 0 };
  };
}
