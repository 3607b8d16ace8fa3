import { nameEntry, parsePersonEntry, parseSuppressionEntry, showEntry } from '@overture/domain/suppressions/entries';
import {
  type AddedReason,
  canLift,
  isReasonFor,
  SUPPRESSION_LIMITS,
  type SuppressionReason,
} from '@overture/domain/suppressions/suppressions';
import { cutText } from '@overture/domain/text/text-bounds';
import type { TransactionContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { inTurns } from '../../kernel/limits/turns.ts';
import type { SessionContext, UploadedFile } from '../../kernel/slice.ts';
import { type EntriesFound, insertExclusions, loadExclusions, parseExclusionFile } from '../excluded-domains/index.ts';
import { insertSuppressions } from '../suppression-rules/index.ts';
import { countKnown, erase, findLeads, insertKeys, insertPerson } from './entries.store.ts';

interface Said {
  note?: string | null | undefined;
  reason?: AddedReason | null | undefined;
}

/**
 * Suppresses an address, a number or a profile; a domain goes to the excluded domains. An existing entry stays as it is.
 * @throws suppression_invalid, suppression_reason_invalid, excluded_domains_full, forbidden
 */
export async function addSuppression(ctx: SessionContext, text: string, said: Said) {
  const entry = parseSuppressionEntry(text);
  if (entry === null) throw new ApiError('suppression_invalid');
  const { kind, value } = entry;
  const { reason, detail } = parseReason(ctx, said);
  const fits = kind === 'domain' ? reason === 'manual' || reason === 'unsubscribe' : isReasonFor(reason, kind);
  if (!fits) throw new ApiError('suppression_reason_invalid');
  const added = await ctx.transaction(async (tx) => {
    if (kind === 'domain') return (await insertExclusions(tx, [value])).length;
    tx.events.emit({ type: 'people_suppressed' });
    if (reason === 'erased') return erasePeople(tx, [{ kind, value }]);
    if (kind === 'address') return insertSuppressions(tx, [{ ...ownIds(tx), email: value, reason, detail }]);
    return insertKeys(tx, kind, [value], { reason, detail });
  });
  return { kind, entry: entry.text, is_new: added > 0 };
}

type Given = Parameters<typeof parsePersonEntry>[0];

const INVALID = {
  email: 'Please enter a valid email address.',
  phone: 'Please enter a phone number with its country code, like +31 6 1234 5678.',
  linkedin_url: 'Please enter the address of a LinkedIn profile.',
} as const;

/** @throws validation_failed at a field that cannot be read, suppression_reason_invalid, forbidden */
export async function suppressPerson(ctx: SessionContext, given: Given, said: Said) {
  const person = parsePersonEntry(given);
  if ('invalid' in person) throw new ApiError('validation_failed', {}, { [person.invalid]: INVALID[person.invalid] });
  const { reason, detail } = parseReason(ctx, said);
  if (!isReasonFor(reason, 'person')) throw new ApiError('suppression_reason_invalid');
  const is_new = await ctx.transaction(async (tx) => {
    tx.events.emit({ type: 'people_suppressed' });
    if (reason !== 'erased') return insertPerson(tx, person, { reason, detail });
    const keys = [
      { kind: 'address' as const, value: person.email },
      { kind: 'phone' as const, value: person.phone_key },
      { kind: 'linkedin' as const, value: person.linkedin_key },
    ];
    return (
      (await erasePeople(
        tx,
        keys.flatMap(({ kind, value }) => (value === null ? [] : [{ kind, value }])),
      )) > 0
    );
  });
  return { entry: nameEntry(showEntry(person)) ?? '', is_new };
}

/** Others who keep something about these people are informed in the same transaction. Returns how many digests are new. */
async function erasePeople(tx: TransactionContext, keys: Parameters<typeof erase>[1]): Promise<number> {
  const prospect_ids = await findLeads(tx, keys);
  if (prospect_ids.length > 0) tx.events.emit({ type: 'people_erased', prospect_ids });
  return (await erase(tx, keys)).added;
}

/** An erasure cannot be undone, so it needs the right to lift. No written note is stored with it. */
function parseReason(
  ctx: SessionContext,
  { note, reason: given }: Said,
): { reason: AddedReason; detail: string | null } {
  const reason = given ?? 'manual';
  if (reason === 'erased' && !canLift(ctx.user)) throw new ApiError('forbidden');
  const text = (note ?? '').trim();
  return { reason, detail: text === '' || reason === 'erased' ? null : text };
}

interface Found {
  addresses: string[];
  domains: string[];
  phones: string[];
  profiles: string[];
}

/**
 * The list of another tool: a column of addresses, domains, numbers or profiles, or of all of them. Every row is accounted for: what is new +
 * known + skipped = total.
 * @throws csv_only, csv_unreadable, csv_column_missing, suppressions_too_many, excluded_domains_full
 */
export async function importSuppressions(
  ctx: SessionContext,
  file: UploadedFile | null,
  given: { column_name: string; reason: SuppressionReason; is_dry_run: boolean },
) {
  const holds = isReasonFor(given.reason, 'phone') ? 'suppressions' : 'suppressed_addresses';
  const read = await parseExclusionFile(file, given.column_name, holds);
  const most = SUPPRESSION_LIMITS.import_max_rows;
  if (read.total > most) throw new ApiError('suppressions_too_many', { limit: most.toLocaleString('en') });
  const found = namedOf(read.entries);
  const detail = `From ${cutText(file?.filename ?? '', 200)}`;
  const added = given.is_dry_run
    ? await ctx.read((tx) => countNew(tx, found))
    : await ctx.transaction((tx) => insertFound(tx, found, { reason: given.reason, detail }));
  const amount = Object.values(added).reduce((sum, one) => sum + one, 0);
  return {
    is_dry_run: given.is_dry_run,
    total_rows: read.total,
    ...added,
    known_rows: read.total - read.skipped - amount,
    skipped_rows: read.skipped,
    skipped: read.skipped_rows.map((row) => ({ ...row, why: whySkipped(row.value) })),
  };
}

const namedOf = ({ address, domain, phone, linkedin }: EntriesFound): Found => ({
  addresses: address,
  domains: domain,
  phones: phone,
  profiles: linkedin,
});

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

async function countNew(tx: Tx, { addresses, domains, phones, profiles }: Found) {
  return {
    new_addresses: addresses.length - (await countKnown(tx, 'address', addresses)),
    new_domains: (await withoutExcluded(tx, domains)).length,
    new_phones: phones.length - (await countKnown(tx, 'phone', phones)),
    new_profiles: profiles.length - (await countKnown(tx, 'linkedin', profiles)),
  };
}

async function insertFound(
  tx: TransactionContext,
  { addresses, domains, phones, profiles }: Found,
  said: { reason: SuppressionReason; detail: string },
) {
  const rows = addresses.map((email) => ({ ...ownIds(tx), ...said, email }));
  const fresh = await withoutExcluded(tx, domains);
  tx.events.emit({ type: 'people_suppressed' });
  return {
    new_domains: fresh.length === 0 ? 0 : (await insertExclusions(tx, fresh)).length,
    new_addresses: await insertSuppressions(tx, rows),
    new_phones: await insertKeys(tx, 'phone', phones, said),
    new_profiles: await insertKeys(tx, 'linkedin', profiles, said),
  };
}

/** A domain below one that is excluded already says nothing new. */
async function withoutExcluded(tx: Pick<TransactionContext, 'db' | 'organization'>, domains: readonly string[]) {
  if (domains.length === 0) return [];
  const isExcluded = await loadExclusions(tx);
  const fresh: string[] = [];
  for await (const batch of inTurns(domains)) fresh.push(...batch.filter((domain) => !isExcluded(domain)));
  return fresh;
}

function whySkipped(value: string): string {
  if (value === '') return 'The cell is empty.';
  const entry = parseSuppressionEntry(value);
  if (entry?.kind === 'phone' || entry?.kind === 'linkedin') return 'Only an email address bounces or is left behind.';
  if (/^[+\d][\d\s()./-]{5,}$/.test(value)) return 'A phone number needs its country code, like +31.';
  if (value.includes('linkedin.com')) return 'Not the address of a person on LinkedIn.';
  return value.includes('@') ? 'Not a valid email address.' : 'Neither an address, a number, a profile nor a domain.';
}

function ownIds({ organization, user }: Pick<TransactionContext, 'organization' | 'user'>) {
  return { organization_id: organization.id, created_by: user?.id ?? null };
}
