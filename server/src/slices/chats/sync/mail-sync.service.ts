import type { MailboxSync, MailboxType, SyncOptions, SyncStatus } from '@overture/adapters/mailbox/mailbox.port';
import type { SystemContext } from '../../../kernel/context.ts';
import type { Service } from '../../../kernel/slice.ts';
import { setAccountStatus } from '../../accounts/index.ts';
import { openConnection } from '../../mailbox-connections/index.ts';
import {
  checkMailboxes,
  claimMailboxes,
  type LeasedMailbox,
  type MailboxLease,
  READING_LIMITS,
  releaseMailboxes,
  renewMailboxes,
} from '../../mailbox-leases/index.ts';
import { createMailMemory, type MailMemory } from './mail-memory.service.ts';
import type { ReadMailbox } from './read-mail.service.ts';
import { moveCursor } from './receive-mail.service.ts';
import { type MailAtHand, processMail } from './take-mail.service.ts';

const LEASE_IN_SECONDS = 40;
const LOOK_EVERY_IN_MS = 1_000;
/** With thousands of mailboxes a round takes half a second. It counts, or a process would open fewer than it may. */
const SHORTEST_PAUSE_IN_MS = 200;
const RENEW_EVERY_IN_MS = 10_000;

/** A reply must be in the inbox within 10 s, also from a server without IDLE. */
const DEFAULTS: SyncOptions = { poll_inbox_interval_in_ms: 4_000, poll_sent_interval_in_ms: 30_000 };

interface Session extends ReadMailbox {
  type: MailboxType | null;
  sync: MailboxSync | null;
  isOver: boolean;
  /** Status changes in their order. */
  recording: Promise<void>;
  at_hand: MailAtHand;
}

/**
 * Syncs every connected mailbox once over all worker processes. A process checks every second for unclaimed mailboxes and for
 * lost ones (removed, connected again, claimed by another process); nothing needs a restart.
 */
export function createMailSync(options: SyncOptions = {}): Service {
  return { name: 'mail-sync', start: async (ctx) => startMailSync(ctx, { ...DEFAULTS, ...options }) };
}

function startMailSync(ctx: SystemContext, options: SyncOptions): () => Promise<void> {
  const sessions = new Map<number, Session>();
  const memory = createMailMemory();
  let renewedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async (): Promise<void> => {
    const isRenewal = Date.now() - renewedAt >= RENEW_EVERY_IN_MS;
    await closeLost(ctx, sessions, isRenewal);
    if (isRenewal) renewedAt = Date.now();
    const room = Math.min(READING_LIMITS.opened_per_second, READING_LIMITS.mailboxes - sessions.size);
    if (room <= 0 || isStopped) return;
    const claimed = await ctx.systemTransaction((tx) => claimMailboxes(tx, room, LEASE_IN_SECONDS));
    for (const mailbox of claimed) {
      const before = sessions.get(mailbox.account_id);
      // Our own lease ran out (the database was away): the old reading has lost its fence.
      if (before) endSession(ctx, before);
      sessions.set(mailbox.account_id, openSession(ctx, mailbox, options, memory));
    }
  };
  let looking: Promise<void> = Promise.resolve();
  const turn = (): void => {
    const startedAt = performance.now();
    looking = look()
      .catch((error) => ctx.log.error({ err: error }, 'mailbox sync failed, retrying'))
      .finally(() => {
        const pause = Math.max(SHORTEST_PAUSE_IN_MS, LOOK_EVERY_IN_MS - (performance.now() - startedAt));
        if (!isStopped) timer = setTimeout(turn, pause);
      });
  };
  turn();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await looking;
    await closeAll(ctx, [...sessions.values()]);
  };
}

/** Releases the mailboxes for other workers. */
async function closeAll(ctx: SystemContext, open: readonly Session[]): Promise<void> {
  await Promise.all(open.map(closeSession));
  if (open.length > 0)
    await ctx.systemTransaction((tx) =>
      releaseMailboxes(
        tx,
        open.map((session) => session.lease),
      ),
    );
}

/** Ends the sessions whose lease is gone. */
async function closeLost(ctx: SystemContext, sessions: Map<number, Session>, isRenewal: boolean): Promise<void> {
  if (sessions.size === 0) return;
  const leases: MailboxLease[] = [...sessions.values()].map((session) => session.lease);
  const held = new Set(
    await ctx.systemTransaction((tx) =>
      isRenewal ? renewMailboxes(tx, leases, LEASE_IN_SECONDS) : checkMailboxes(tx, leases),
    ),
  );
  for (const [id, session] of sessions) {
    if (held.has(id)) continue;
    sessions.delete(id);
    endSession(ctx, session);
  }
}

/** Closes without waiting: its fence is gone already, and others need the turn. */
function endSession(ctx: SystemContext, session: Session): void {
  closeSession(session).catch((error) => ctx.log.warn({ err: error }, 'mailbox connection not closed cleanly'));
}

async function closeSession(session: Session): Promise<void> {
  session.isOver = true;
  await session.sync?.close();
  await session.recording;
}

function openSession(ctx: SystemContext, mailbox: LeasedMailbox, options: SyncOptions, memory: MailMemory): Session {
  const { account_id, organization_id, token } = mailbox;
  const session: Session = {
    lease: { account_id, organization_id, token },
    email: mailbox.email,
    type: null,
    sync: null,
    isOver: false,
    recording: Promise.resolve(),
    at_hand: { opened: null, open_try: null, troubles: 0 },
  };
  try {
    const connection = openConnection(ctx, { id: account_id, sealed_connection: mailbox.sealed_connection });
    session.type = connection.type;
    session.sync = ctx.ports.mailbox.openMailboxSync(
      connection,
      mailbox.cursor,
      {
        onMail: (synced, cursor) => processMail(ctx, session, synced, cursor),
        onCursor: (cursor) => moveCursor(ctx, session, cursor),
        onStatus: (status, reason) => recordStatus(ctx, session, status, reason),
      },
      { ...options, takeMemory: memory.of(organization_id) },
    );
  } catch (error) {
    ctx.log.error({ err: error, account: account_id }, 'stored mailbox credentials unreadable');
    recordStatus(
      ctx,
      session,
      'CREDENTIALS',
      'The stored sign-in can no longer be read. Please connect the mailbox again.',
    );
  }
  return session;
}

/** Writes a change of the mailbox's health, in order; connecting is no news. */
function recordStatus(ctx: SystemContext, session: Session, status: SyncStatus, reason: string | null): void {
  if (status === 'CONNECTING') return;
  session.recording = session.recording
    .then(() => writeStatus(ctx, session, status, reason))
    .catch((error) => ctx.log.error({ err: error, account: session.lease.account_id }, 'mailbox status not stored'));
}

async function writeStatus(
  ctx: SystemContext,
  session: Session,
  status: 'OK' | 'CREDENTIALS' | 'ERROR',
  reason: string | null,
): Promise<void> {
  if (session.isOver) return;
  const words = reason === null ? null : `${session.type === 'IMAP' ? 'IMAP: ' : ''}${reason}`;
  await ctx
    .forOrganization(session.lease.organization_id)
    .transaction((tx) => setAccountStatus(tx, session.lease.account_id, status, words, 'receiving'));
}
