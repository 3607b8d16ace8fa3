import { decideAddress, describeStoppedAddress } from '@overture/domain/addresses/address-checks';
import type { DomainEventOf } from '../../events.ts';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { getSetting } from '../organization-settings/index.ts';
import { findProspects } from '../prospects/index.ts';
import { listAddresses, type OwnAddress, requestChecks } from './address-checks.store.ts';
import { canVerify } from './verify-address.service.ts';

/** `until`: when it is looked at again, null where it keeps its place in the queue; `reason`: why an address is not written to, in words. */
export type FirstMailDecision =
  | { act: 'send' | 'send_rarely' }
  | { act: 'wait'; until: Date | null }
  | { act: 'stop'; reason: string };

/** Checks take seconds: a mail keeps its slot for this long. Addresses that get no mail today are not checked. */
const KEEPS_PLACE_IN_MS = 5000;
const LOOK_IN_MS = 60_000;

/** Decides on the first mails to addresses, in the order given, and requests missing checks. Without a checker all are sent. */
export async function decideFirstMails(
  tx: SystemTransactionContext,
  given: readonly OwnAddress[],
  now: Date,
): Promise<FirstMailDecision[]> {
  if (given.length === 0) return [];
  if (!canVerify(tx)) return given.map(() => ({ act: 'send' }));
  const rows = await listAddresses(tx, given);
  const asked: OwnAddress[] = [];
  const later = new Date(now.getTime() + LOOK_IN_MS);
  const decisions = rows.map(({ known, sends_risky, ...address }): FirstMailDecision => {
    const decision = decideAddress(known, sends_risky, now);
    if (decision.act === 'ask') {
      asked.push(address);
      return { act: 'wait', until: null };
    }
    if (decision.act === 'stop') {
      const { result, detail } = known ?? { result: null, detail: '' };
      return { act: 'stop', reason: describeStoppedAddress(address.email, result ?? 'invalid', detail) };
    }
    if (decision.act !== 'wait') return { act: decision.act };
    const asked_at = known?.asked_at ?? null;
    if (asked_at === null) return { act: 'wait', until: decision.until };
    const isFresh = now.getTime() - asked_at.getTime() < KEEPS_PLACE_IN_MS;
    return { act: 'wait', until: isFresh ? null : later };
  });
  await requestChecks(tx, asked);
  return decisions;
}

/** Addresses found by a look-up are verified already: a first mail to them need not wait. */
export async function checkFoundAddresses(
  tx: TransactionContext,
  { lookup, ended }: Pick<DomainEventOf<'contacts_looked_up'>, 'lookup' | 'ended'>,
): Promise<void> {
  if (lookup !== 'FIND_EMAIL' || !canVerify(tx)) return;
  const found = ended.flatMap(({ prospect_id, end }) => (end === 'found' ? [prospect_id] : []));
  await checkLeads(tx, found);
}

/** An address entered by a user is verified immediately, if the organization wants that. */
export async function checkEnteredAddress(
  tx: TransactionContext,
  { prospect_id }: Pick<DomainEventOf<'lead_email_entered'>, 'prospect_id'>,
): Promise<void> {
  if (canVerify(tx) && (await getSetting(tx, 'checks_imports'))) await checkLeads(tx, [prospect_id]);
}

async function checkLeads(tx: TransactionContext, leads: readonly number[]): Promise<void> {
  const addresses = (await findProspects(tx, leads)).flatMap(({ email }) =>
    email ? [{ organization_id: tx.organization.id, email }] : [],
  );
  const now = tx.clock.now();
  const rows = await listAddresses(tx, addresses);
  await requestChecks(
    tx,
    rows.filter(({ known, sends_risky }) => decideAddress(known, sends_risky, now).act === 'ask'),
  );
}
