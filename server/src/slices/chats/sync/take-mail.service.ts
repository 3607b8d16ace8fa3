import type { SyncCursor, SyncedMail } from '@overture/adapters/mailbox/mailbox.port';
import type { SystemContext } from '../../../kernel/context.ts';
import { ApiError, sqlState } from '../../../kernel/errors.ts';
import { countTry, uncountTry } from './mail-tries.store.ts';
import type { ReadMailbox } from './read-mail.service.ts';
import { type OpenedMail, openMail } from './read-mail.service.ts';
import { LeaseLostError, moveCursor, receiveMail } from './receive-mail.service.ts';

/** A mail that fails this often is stored with its headers only: it must not block the others. */
const MAX_TRIES = 3;

/** Troubles that come back this often with one mail are its own after all. */
const MAX_TROUBLES = 5;

/** The mail at hand of a mailbox, while it is tried again. */
export interface MailAtHand {
  opened: OpenedMail | null;
  /** The number of the try that a trouble not of the mail's making cut short; it is made again, not counted again. */
  open_try: number | null;
  /** Troubles in a row that were not of the mail's making. */
  troubles: number;
}

/**
 * Takes a mail in. Each try is counted in the database before it is made, so a mail that takes the program down, here or in
 * another process, is found out: after three tries it is kept by its head, and if even that fails it is passed over.
 */
export async function processMail(
  ctx: SystemContext,
  mailbox: ReadMailbox & { at_hand: MailAtHand },
  synced: SyncedMail,
  cursor: SyncCursor,
): Promise<void> {
  const { at_hand } = mailbox;
  if (at_hand.opened?.synced !== synced) {
    at_hand.opened = openMail(ctx, mailbox, synced);
    at_hand.open_try = null;
    at_hand.troubles = 0;
  }
  const opened = at_hand.opened;
  const { organization_id, account_id } = mailbox.lease;
  const organization = ctx.forOrganization(organization_id);
  const which = { account_id, place: synced.place };
  const tries = at_hand.open_try ?? (await organization.transaction((tx) => countTry(tx, which)));
  at_hand.open_try = tries;
  try {
    await makeTry(ctx, mailbox, opened, cursor, tries);
  } catch (error) {
    if (isPassing(error)) {
      at_hand.troubles += 1;
      if (at_hand.troubles % MAX_TROUBLES === 0) at_hand.open_try = null;
      throw error;
    }
    if (error instanceof LeaseLostError) {
      await organization.transaction((tx) => uncountTry(tx, which)).catch(() => {});
      throw error;
    }
    at_hand.open_try = null;
    ctx.log.error({ err: error, account: account_id, mail: synced.place, tries }, 'mail not stored, retrying');
    throw error;
  }
  at_hand.opened = null;
  at_hand.open_try = null;
}

async function makeTry(
  ctx: SystemContext,
  mailbox: ReadMailbox,
  opened: OpenedMail,
  cursor: SyncCursor,
  tries: number,
): Promise<void> {
  if (tries <= MAX_TRIES) {
    await receiveMail(ctx, mailbox, await opened.readWhole(), cursor);
    return;
  }
  const { place } = opened.synced;
  const passed = { account: mailbox.lease.account_id, mail: place, tries };
  if (tries === MAX_TRIES + 1) {
    ctx.log.warn(passed, 'mail unreadable, stored headers only');
    await receiveMail(ctx, mailbox, opened.readHead(), cursor);
    return;
  }
  ctx.log.error(passed, 'mail skipped after repeated failures');
  await moveCursor(ctx, mailbox, cursor, place);
}

/** Troubles of the database or the machine, not of the mail: connection, shutdown, resources, conflicts of transactions. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'unavailable';
  const state = sqlState(error);
  if (state !== undefined) return /^(08|40|53|55|57|58|E[A-Z])/.test(state);
  return error instanceof Error && /connection|timeout|terminat/i.test(error.message);
}
