import { type Channel, companyOf } from '@overture/domain/sending/sender-choice';
import type { OwnedLead } from './hand-over.store.ts';

/** Who may take leads over, and what it may do in a day. */
export interface Taker {
  id: number;
  cap: number;
}

/**
 * With whom a lead may begin again at its invite: whoever has not invited them in this campaign, in whatever attempt. What must not come of
 * it is a second invite by the same account.
 */
export function restartTakers(takers: readonly Taker[], lead: OwnedLead): Taker[] {
  if (lead.invite_node_id === null) return [];
  const before = [...lead.invited_by, ...lead.given_up_by];
  return takers.filter(({ id }) => id !== lead.account_id && !before.includes(id));
}

/**
 * Who goes on with each lead: people of one company stay with one sender, the rest are spread by what each may send. LinkedIn goes on
 * only with somebody who is connected with the person, or where nobody was invited yet; `restarts` lets those who were invited begin again
 * at the invite with somebody else. Whose attempt was given up does not get them back: they would hear the same words from the same person
 * twice. Leads nobody can take are not in the answer.
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
