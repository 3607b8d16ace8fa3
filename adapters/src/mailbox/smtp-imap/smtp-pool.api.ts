import { createHash } from 'node:crypto';
import { isProviderError } from '../../kit/errors.ts';
import type { ComposedMail, MailServer, SentMail } from '../mailbox.port.ts';
import { type OpenSmtp, openSmtp, type SendingOptions, type SmtpSettings } from './smtp-connection.api.ts';

export type SmtpPoolSettings = SmtpSettings & {
  /** Connections to one account's server at the same time. */
  max_connections: number;
  /** Servers end long sessions; we go first. */
  max_mails_per_connection: number;
  idle_timeout_in_ms: number;
};

export type SmtpPool = {
  /** @param options as of OpenSmtp.send */
  send(server: MailServer, mail: ComposedMail, options?: SendingOptions): Promise<SentMail>;
  close(): Promise<void>;
};

type PooledSmtp = { smtp: OpenSmtp; sent: number; timer: NodeJS.Timeout | undefined };
type Account = { key: string; idle: PooledSmtp[]; busy: number; waiting: (() => void)[] };
type Pool = { settings: SmtpPoolSettings; accounts: Map<string, Account>; isClosed: boolean };

/** Connections kept per account, because a login costs more than a mail. */
export function createSmtpPool(settings: SmtpPoolSettings): SmtpPool {
  const pool: Pool = { settings, accounts: new Map(), isClosed: false };
  const { accounts } = pool;
  return {
    async send(server, mail, options) {
      const key = keyOf(server);
      const account = accounts.get(key) ?? { key, idle: [], busy: 0, waiting: [] };
      accounts.set(key, account);
      let pooled = await take(pool, account);
      try {
        options?.signal?.throwIfAborted();
        if (pooled !== null) {
          const sent = await sendOverKept(pooled, mail, options);
          if (sent !== null) return sent;
        }
        pooled = null;
        pooled = { smtp: await openSmtp(server, settings), sent: 0, timer: undefined };
        return await sendOne(pooled, mail, options);
      } finally {
        release(pool, account, pooled);
      }
    },
    async close() {
      pool.isClosed = true;
      for (const account of accounts.values()) {
        for (const pooled of account.idle) {
          clearTimeout(pooled.timer);
          pooled.smtp.close();
        }
      }
      accounts.clear();
    },
  };
}

/** A place among the account's connections, and one that was kept for it; null where a new one must be opened. */
async function take({ settings }: Pool, account: Account): Promise<PooledSmtp | null> {
  while (account.busy >= settings.max_connections) await new Promise<void>((wake) => account.waiting.push(wake));
  account.busy += 1;
  for (let pooled = account.idle.pop(); pooled !== undefined; pooled = account.idle.pop()) {
    clearTimeout(pooled.timer);
    if (pooled.smtp.isUsable()) return pooled;
  }
  return null;
}

function release(pool: Pool, account: Account, pooled: PooledSmtp | null): void {
  const { settings } = pool;
  account.busy -= 1;
  account.waiting.shift()?.();
  if (pooled?.smtp.isUsable()) {
    if (pool.isClosed || pooled.sent >= settings.max_mails_per_connection) pooled.smtp.close();
    else {
      account.idle.push(pooled);
      pooled.timer = setTimeout(() => retire(pool, account, pooled), settings.idle_timeout_in_ms);
    }
  }
  forgetIfEmpty(pool, account);
}

function retire(pool: Pool, account: Account, pooled: PooledSmtp): void {
  account.idle = account.idle.filter((other) => other !== pooled);
  pooled.smtp.close();
  forgetIfEmpty(pool, account);
}

function forgetIfEmpty({ accounts }: Pool, { key, busy, idle, waiting }: Account): void {
  if (busy === 0 && idle.length === 0 && waiting.length === 0) accounts.delete(key);
}

/** Null when the kept connection has died: nothing was sent then, and a fresh one may retry. */
async function sendOverKept(
  pooled: PooledSmtp,
  mail: ComposedMail,
  options?: SendingOptions,
): Promise<SentMail | null> {
  try {
    return await sendOne(pooled, mail, options);
  } catch (error) {
    if (isProviderError(error, 'unavailable') && error.concerns === 'service') return null;
    throw error;
  }
}

async function sendOne(pooled: PooledSmtp, mail: ComposedMail, options?: SendingOptions): Promise<SentMail> {
  const sent = await pooled.smtp.send(mail, options);
  pooled.sent += 1;
  return sent;
}

/** A changed password is another key: the old connections expire. */
function keyOf(server: MailServer): string {
  const parts = [server.host, server.port, server.secure, server.username, server.password];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
