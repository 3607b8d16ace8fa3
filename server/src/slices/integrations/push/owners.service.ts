import { listSenderEmails } from './owners.store.ts';
import type { Work } from './work.service.ts';

/** Users of the CRM by address, as they were asked for in this worker's time; null: it has no such user. */
const asked = new WeakMap<Work, Map<string, string | null>>();

/** Who shall own what is made for these leads, as the settings say; leads without an owner are left out. */
export async function findOwners(work: Work, prospectIds: readonly number[]): Promise<Map<number, string>> {
  const { owner_kind, owner_id } = work.row;
  if (owner_kind === 'none') return new Map();
  if (owner_kind === 'user') return new Map(owner_id === null ? [] : prospectIds.map((id) => [id, owner_id]));
  const senders = await work.ctx.transaction((tx) => listSenderEmails(tx, prospectIds));
  const owners = new Map<number, string>();
  for (const { prospect_id, email } of senders) {
    const owner = await findOwner(work, email);
    if (owner !== null) owners.set(prospect_id, owner);
  }
  return owners;
}

async function findOwner(work: Work, email: string): Promise<string | null> {
  const known = asked.get(work) ?? new Map<string, string | null>();
  asked.set(work, known);
  const before = known.get(email);
  if (before !== undefined) return before;
  const owner = await work.port.findOwner(work.connection, email);
  known.set(email, owner);
  return owner;
}
