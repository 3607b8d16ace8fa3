import { sql } from 'kysely';
import type { SystemContext } from '../../kernel/context.ts';
import { jobSecretPurpose } from '../../kernel/db/job-secrets.ts';
import type { SealedColumn } from '../../kernel/slice.ts';
import { slices } from '../slices.ts';

type Ctx = Pick<SystemContext, 'systemTransaction' | 'vault' | 'log'>;

const signingPurpose = 'signing-key';

/** Every column that the vault sealed, in the whole installation. Held against the schema by a test. */
export const sealedColumns: readonly SealedColumn[] = [
  ...slices.flatMap((slice) => slice.sealed ?? []),
  { table: 'signing_keys', column: 'sealed_key', key: 'id', purpose: signingPurpose },
  { table: 'job_secrets', column: 'sealed', key: 'id', purpose: jobSecretPurpose },
];

/** Purposes whose signatures outlive the key they were made with. */
export const lastingSignatures: readonly string[] = slices.flatMap((slice) => slice.signatures ?? []);

const BATCH = 200;

export interface Resealed {
  resealed: number;
  /** Sealed with an unknown key, or damaged: they are left unchanged. */
  unreadable: { table: string; column: string; count: number }[];
}

/**
 * Reseals everything that was sealed with a former key. Each batch is one short transaction that touches only rows unchanged
 * since they were read: it runs beside the program, and an interrupted run resumes where it was.
 */
export async function resealEverything(ctx: Ctx, onProgress: (resealed: number) => void): Promise<Resealed> {
  const report: Resealed = { resealed: 0, unreadable: [] };
  for (const column of sealedColumns) {
    let unreadable = 0;
    let after: unknown = null;
    while (true) {
      const batch = await resealBatch(ctx, column, after);
      if (batch.last === null) break;
      after = batch.last;
      unreadable += batch.unreadable;
      report.resealed += batch.resealed;
      onProgress(report.resealed);
    }
    if (unreadable > 0) report.unreadable.push({ table: column.table, column: column.column, count: unreadable });
  }
  return report;
}

async function resealBatch(
  ctx: Ctx,
  { table, column, key, purpose }: SealedColumn,
  after: unknown,
): Promise<{ last: unknown; resealed: number; unreadable: number }> {
  const mark = ctx.vault.currentMark();
  const [tableRef, columnRef, keyRef] = [sql.table(table), sql.ref(column), sql.ref(key)];
  return ctx.systemTransaction(async ({ db }) => {
    const rest = after === null ? sql`true` : sql`${keyRef} > ${after}`;
    const { rows } = await sql<{ key: unknown; sealed: Buffer }>`select ${keyRef} as key, ${columnRef} as sealed
      from ${tableRef} where ${columnRef} is not null and substring(${columnRef} from 1 for ${mark.length}) <> ${mark} and ${rest}
      order by ${keyRef} limit ${BATCH}`.execute(db);
    let [resealed, unreadable] = [0, 0];
    for (const row of rows) {
      const sealed = reseal(ctx, typeof purpose === 'string' ? purpose : purpose(row.key), row.sealed);
      if (sealed === null) {
        unreadable += 1;
        continue;
      }
      // A concurrent change sealed it with the key in use.
      const { numAffectedRows } = await sql`update ${tableRef} set ${columnRef} = ${sealed}
        where ${keyRef} = ${row.key} and ${columnRef} = ${row.sealed}`.execute(db);
      resealed += Number(numAffectedRows ?? 0);
    }
    return { last: rows.at(-1)?.key ?? null, resealed, unreadable };
  });
}

function reseal({ vault }: Pick<Ctx, 'vault'>, purpose: string, sealed: Buffer): Buffer | null {
  try {
    return vault.seal(purpose, vault.open(purpose, sealed));
  } catch {
    return null;
  }
}

/** How many values are still sealed with another key than the one in use. */
export async function countFormerSeals(ctx: Ctx): Promise<number> {
  const mark = ctx.vault.currentMark();
  return ctx.systemTransaction(async ({ db }) => {
    let count = 0;
    for (const { table, column } of sealedColumns) {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
        where ${sql.ref(column)} is not null and substring(${sql.ref(column)} from 1 for ${mark.length}) <> ${mark}`.execute(
        db,
      );
      count += rows[0]?.count ?? 0;
    }
    return count;
  });
}

/** Stores, sealed, the keys that verify signatures of former keys: the former keys themselves can then be dropped. */
export async function storeSigningKeys(ctx: Ctx): Promise<void> {
  const former = lastingSignatures.flatMap((purpose) => ctx.vault.formerSigningKeys(purpose));
  await ctx.systemTransaction(async ({ db }) => {
    for (const { id, purpose, key } of former) {
      const sealed = ctx.vault.seal(signingPurpose, key.toString('base64'));
      await sql`insert into signing_keys (id, purpose, sealed_key) values (${id}, ${purpose}, ${sealed})
        on conflict (id) do nothing`.execute(db);
    }
  });
}

/** Lets the vault verify what keys signed that are long gone. One that cannot be opened is left out, and said. */
export async function trustSigningKeys(ctx: Ctx): Promise<void> {
  const rows = await ctx.systemTransaction(async ({ db }) => {
    const found = await sql<{ id: string; purpose: string; sealed_key: Buffer }>`
      select id, purpose, sealed_key from signing_keys order by created_at limit 1000`.execute(db);
    return found.rows;
  });
  for (const { id, purpose, sealed_key } of rows) {
    try {
      ctx.vault.trust(purpose, Buffer.from(ctx.vault.open(signingPurpose, sealed_key), 'base64'));
    } catch (error) {
      ctx.log.error({ err: error, id }, 'former signing key cannot be decrypted, its links are rejected');
    }
  }
}
