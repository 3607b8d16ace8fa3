/** Why the database cannot do its part: gone, a standby or switched to reading, out of connections, or out of disk. */
export type OutageKind = 'unreachable' | 'read_only' | 'crowded' | 'full';

/** The code that a PostgreSQL which is starting answers (`cannot_connect_now`): libraries on our pools wait for it. */
const CANNOT_CONNECT_NOW = '57P03';

/** What every statement throws that failed because of the database's state, and not because of what it said. */
export class DatabaseUnavailable extends Error {
  readonly kind: OutageKind;
  readonly code = CANNOT_CONNECT_NOW;

  constructor(kind: OutageKind, reason: string, options?: ErrorOptions) {
    super(`The database is not available: ${reason}`, options);
    this.name = 'DatabaseUnavailable';
    this.kind = kind;
  }
}

const KIND_BY_CODE: Record<string, OutageKind> = {
  '25006': 'read_only',
  '53100': 'full',
  '53200': 'crowded',
  '53300': 'crowded',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P05': 'unreachable',
  ECONNABORTED: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOENT: 'unreachable', // the socket of a server that is down
  ENOTFOUND: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EMFILE: 'crowded',
  ENFILE: 'crowded',
};

/** The client library's own words for a connection that is gone; it has no codes for them. */
const LOST_CONNECTION = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout expired',
  'Query read timeout',
  'terminating connection',
];
const POOL_IS_BUSY = 'timeout exceeded when trying to connect';

/**
 * Classifies an error of the database's client or server as an outage; null for any other error. Pass only errors that came
 * from the database: a mail server refuses connections with the same codes.
 */
export function classifyOutage(error: unknown): OutageKind | null {
  if (error instanceof DatabaseUnavailable) return error.kind;
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = KIND_BY_CODE[code];
  if (known) return known;
  if (code.length === 5 && code.startsWith('08')) return 'unreachable';
  if (error.message.startsWith(POOL_IS_BUSY)) return 'crowded';
  if (LOST_CONNECTION.some((words) => error.message.startsWith(words))) return 'unreachable';
  // Node collects one error for each address of a name.
  if (error instanceof AggregateError) return classifyOutage(error.errors[0]);
  return null;
}

/** The text of an error, also of one that gathers others and says nothing itself. */
export function describeReason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return describeReason(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
