import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { listCompanyContacts, recordCompanies, toCompany } from './companies.store.ts';
import * as store from './recording.store.ts';

const BATCH_SIZE = 2000;
const MAIL_BATCH_SIZE = 500;
const ORGANIZATIONS_A_ROUND = 100;
const TIME_BOX_IN_MS = 60_000;

/**
 * Records the people who were contacted before an organization turned its lock on, or began to share it. First touches wait until then:
 * another campaign must not contact a person in between. Each batch is a transaction, and a restart continues behind it.
 */
export async function recordEarlierContacts(ctx: SystemContext, signal?: AbortSignal): Promise<void> {
  const ids = await ctx.systemTransaction((tx) => store.listUnrecorded(tx, ORGANIZATIONS_A_ROUND));
  if (ids.length === 0) return;
  await runUnits(
    ctx,
    {
      loop: store.RECORDING_LOOP,
      units: ids.map((organization_id) => ({ organization_id, key: String(organization_id) })),
      share: 1,
      at_once: 2,
      time_box_in_ms: TIME_BOX_IN_MS,
      run: async ({ organization_id }, unitSignal) => {
        while (!unitSignal.aborted && (await recordBatch(ctx, organization_id)));
      },
    },
    signal,
  );
}

/** Returns whether more is left. */
async function recordBatch(ctx: SystemContext, organizationId: number): Promise<boolean> {
  return ctx.systemTransaction(async (tx) => {
    const recording = await store.beginBatch(tx, organizationId);
    if (recording === null) return false;
    const { recorded_to: after, recorded_mails_to, group_id } = recording;
    const last = await store.recordContacts(tx, organizationId, after, BATCH_SIZE);
    if (last !== null) await recordCompanyContacts(tx, organizationId, { after, last });
    if (last !== null && group_id !== null) await store.shareContacts(tx, organizationId, group_id, { after, last });
    // Last: a campaign that is in contact with a person, or got a reply, counts more than an email beside it.
    const lastOfMails =
      last === null
        ? await store.recordMails(tx, organizationId, recorded_mails_to, MAIL_BATCH_SIZE)
        : recorded_mails_to;
    const isMore = last !== null || lastOfMails !== null;
    await store.saveRecorded(tx, organizationId, {
      recorded_to: isMore ? (last ?? after) : null,
      recorded_mails_to: lastOfMails ?? 0,
      group_id,
    });
    return isMore;
  });
}

async function recordCompanyContacts(
  tx: SystemTransactionContext,
  organizationId: number,
  range: { after: number; last: number },
): Promise<void> {
  const contacts = await listCompanyContacts(tx, organizationId, range);
  const known = contacts.flatMap(({ email, company_name, ...contact }) => {
    const company = toCompany(email, company_name);
    return company === null ? [] : [{ ...contact, company }];
  });
  await recordCompanies(tx, organizationId, known);
}
