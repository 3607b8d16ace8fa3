import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { SystemContext, SystemTransactionContext, TransactionContext } from '../context.ts';
import { tryLock } from '../db/advisory-locks.ts';
import { toJson } from '../db/to-json.ts';
import { ApiError } from '../errors.ts';
import { deleteInBatches, isFull } from '../rounds/batches.ts';
import type { SessionContext } from '../slice.ts';

/** Draft of the IETF (httpapi-idempotency-key-header-05): a quoted text, which most programs send without quotes. */
const SHAPE = /^"?[\x21\x23-\x7e]{1,200}"?$/;

/** @throws idempotency_key_missing where it is required, idempotency_key_invalid */
export function getIdempotencyKey(
  { headers }: Pick<FastifyRequest, 'headers'>,
  demand: 'required' | 'accepted',
): string | null {
  const given = headers['idempotency-key'];
  if (given === undefined || given === '') {
    if (demand === 'required') throw new ApiError('idempotency_key_missing');
    return null;
  }
  if (typeof given !== 'string' || !SHAPE.test(given)) throw new ApiError('idempotency_key_invalid');
  return given.replaceAll('"', '');
}

interface StoredAnswer {
  status: number;
  body: unknown;
}

type Tenant = Pick<TransactionContext, 'db' | 'organization'>;

/** What a key is used for: another request with the same key is refused. `payload` is JSON. */
interface KeyedRequest {
  method: string;
  url: string;
  payload: unknown;
}

const fingerprintOf = ({ method, url, payload }: KeyedRequest): Buffer =>
  hash('sha256', `${method} ${url} ${toCanonicalJson(payload)}`, 'buffer');

/** The stored answer of a request, before work that only its effect needs. @throws idempotency_mismatch, idempotency_erased */
export const findReplay = async (
  ctx: SessionContext,
  key: string,
  request: KeyedRequest,
): Promise<StoredAnswer | null> => ctx.read((tx) => findStored(tx, key, fingerprintOf(request)));

async function findStored(tx: Tenant, key: string, fingerprint: Buffer): Promise<StoredAnswer | null> {
  const stored = await findAnswer(tx, key);
  if (!stored) return null;
  if (!stored.request_hash.equals(fingerprint)) throw new ApiError('idempotency_mismatch');
  if (stored.body === null) throw new ApiError('idempotency_erased');
  return { status: stored.status, body: stored.body };
}

/**
 * Does the work of a call and stores its answer in one transaction: both happened, or neither did. A repeated request gets the
 * stored answer. What fails is not stored, because nothing happened.
 * @throws idempotency_running while the same key is at work, idempotency_mismatch for another request, idempotency_erased
 */
export async function answerOnce(
  ctx: SessionContext,
  key: string,
  request: KeyedRequest,
  work: (ctx: SessionContext) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { is_replayed: boolean }> {
  const fingerprint = fingerprintOf(request);
  return ctx.transaction(async (tx) => {
    if (!(await lockKey(tx, key))) throw new ApiError('idempotency_running');
    const stored = await findStored(tx, key, fingerprint);
    if (stored) return { ...stored, is_replayed: true };
    const answer = await work(joinTransaction(ctx, tx));
    await insertAnswer(tx, key, fingerprint, answer);
    return { ...answer, is_replayed: false };
  });
}

/** The same context, whose transactions are parts of this one. */
export const joinTransaction = (ctx: SessionContext, tx: TransactionContext): SessionContext => ({
  ...ctx,
  transaction: (work) => work(tx),
  read: (work) => work(tx),
  // No replica has what this transaction has written.
  replicaRead: (work) => work(tx),
  replicaSnapshot: (work) => work(tx),
});

/** JSON with sorted fields: their order makes no difference. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

async function lockKey({ db, organization }: TransactionContext, key: string): Promise<boolean> {
  const id = hash('sha256', `${organization.id} ${key}`, 'buffer').readUInt32BE();
  const { rows } = await sql<{ is_free: boolean }>`select ${tryLock('idempotency', id)} as is_free`.execute(db);
  return rows[0]?.is_free ?? false;
}

const KEPT = sql`interval '24 hours'`;

async function findAnswer(
  { db, organization }: Tenant,
  key: string,
): Promise<(StoredAnswer & { request_hash: Buffer }) | undefined> {
  const { rows } = await sql<StoredAnswer & { request_hash: Buffer }>`select request_hash, status, body
    from idempotency_keys where organization_id = ${organization.id} and key = ${key} and created_at > app_now() - ${KEPT}`.execute(
    db,
  );
  return rows[0];
}

async function insertAnswer(
  { db, organization }: TransactionContext,
  key: string,
  fingerprint: Buffer,
  { status, body }: StoredAnswer,
): Promise<void> {
  await sql`insert into idempotency_keys (organization_id, key, request_hash, status, body)
    values (${organization.id}, ${key}, ${fingerprint}, ${status}, ${toJson(body)}::jsonb)
    on conflict (organization_id, key) do update set request_hash = excluded.request_hash, status = excluded.status,
      body = excluded.body, created_at = excluded.created_at`.execute(db);
}

/**
 * Empties the stored answers of the organization: they can hold messages and names of a person who was erased. The keys stay, because a
 * repeated request must not act twice.
 */
export async function eraseAnswers({ db, organization }: Tenant): Promise<void> {
  await sql`update idempotency_keys set body = 'null' where organization_id = ${organization.id}`.execute(db);
}

const DELETED_AT_ONCE = 10_000;

/** Deletes answers of more than a day ago. */
export async function pruneIdempotencyKeys(
  ctx: Pick<SystemContext, 'systemTransaction'>,
  signal: AbortSignal,
): Promise<void> {
  const deleteBatch = async ({ db }: SystemTransactionContext): Promise<boolean> => {
    const deleted = await sql`delete from idempotency_keys where ctid = any(array(select ctid from idempotency_keys
      where created_at <= app_now() - ${KEPT} limit ${DELETED_AT_ONCE}))`.execute(db);
    return isFull(deleted, DELETED_AT_ONCE);
  };
  await deleteInBatches(ctx, deleteBatch, signal);
}
