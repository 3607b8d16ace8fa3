import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Log } from '../log.ts';

/** Beyond this many, memory goes first. */
const MOST = 20_000;
/** Of the process's files these are not for visitors: the database, mail servers, uploads, logs. */
const RESERVED = 400;
/** So many more are taken, and told why they are not served; what comes after them is closed without a word. */
const MAX_REFUSALS = 100;
const SAY_EVERY_IN_MS = 60_000;

/** How many connections a process with so many open files may hold. */
export function mostConnections(openFilesLimit: number): number {
  return Math.max(50, Math.min(MOST, openFilesLimit - RESERVED - MAX_REFUSALS));
}

/** The system's limit for this process; what most systems give where it cannot be read. */
function readOpenFilesLimit(): number {
  try {
    const line = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return line?.[1] === 'unlimited' ? Number.POSITIVE_INFINITY : Number(line?.[1] ?? 1024);
  } catch {
    return 1024;
  }
}

/**
 * Reserves file descriptors for the program: with too many connections new ones get 503, with still more they are closed, and
 * the log says so once a minute. Open connections stay.
 */
export function limitConnections(app: FastifyInstance, log: Log, most = mostConnections(readOpenFilesLimit())): void {
  let open = 0;
  let turnedAway = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  const late = new WeakSet<object>();
  const turnAway = (): void => {
    turnedAway += 1;
    if (performance.now() - saidAt < SAY_EVERY_IN_MS) return;
    saidAt = performance.now();
    log.warn(
      { most, turned_away: turnedAway },
      'too many open connections: new ones are refused. Raise the limit of open files (ulimit -n), or put a proxy before Overture',
    );
    turnedAway = 0;
  };
  app.server.maxConnections = most + MAX_REFUSALS;
  app.server.on('drop', turnAway);
  app.server.on('connection', (socket) => {
    open += 1;
    if (open > most) late.add(socket);
    socket.once('close', () => {
      open -= 1;
    });
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!late.has(request.raw.socket)) return done();
    turnAway();
    reply.header('connection', 'close');
    done(new ApiError('unavailable').after(10));
  });
}
