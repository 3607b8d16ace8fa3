import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../kernel/config.ts';
import type { SystemContext } from '../../kernel/context.ts';
import { hashPassword } from '../../kernel/password-hash.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';

/** Addresses that cannot be registered (RFC 2606): all of them are samples. */
const SAMPLE_ADDRESSES = '%@sample.example';

/** Four times four unambiguous characters: 78 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Gives the sample users this installation's own password, from `DATA_DIR/sample-password`. If it is missing a new one is
 * created, and existing sessions end.
 */
export async function switchSamplesOn(
  system: SystemContext,
  { DATA_DIR }: Pick<Config, 'DATA_DIR'>,
): Promise<{ password: string; hash: string }> {
  const file = join(DATA_DIR, 'sample-password');
  const isNew = !existsSync(file);
  if (isNew) writeFileSync(file, makePassword(), { mode: 0o600, flush: true });
  const password = readFileSync(file, 'utf8').trim();
  const hash = await hashPassword(password);
  await system.systemTransaction(async ({ db }) => {
    await sql`update users set active = true where email like ${SAMPLE_ADDRESSES} and not active`.execute(db);
    if (!isNew) return;
    await sql`update users set password_hash = ${hash} where email like ${SAMPLE_ADDRESSES}`.execute(db);
    await sql`delete from sessions where user_id in (select id from users where email like ${SAMPLE_ADDRESSES})`.execute(
      db,
    );
  });
  return { password, hash };
}

/** Without the stand-ins there are no samples: their users cannot sign in, and their sessions end. */
export async function switchSamplesOff(system: SystemContext): Promise<number> {
  const off = await system.systemTransaction(async ({ db }) => {
    const { rows } = await sql<{ id: number; organization_id: number }>`update users set active = false
      where email like ${SAMPLE_ADDRESSES} and active returning id, organization_id`.execute(db);
    await sql`delete from sessions where user_id = any(${rows.map((row) => row.id)}::bigint[])`.execute(db);
    return rows;
  });
  for (const { id, organization_id } of off)
    await recordSecurityEvent(system, { event: 'samples_switched_off', organization_id, user_id: id });
  return off.length;
}

function makePassword(): string {
  const four = (): string => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [four(), four(), four(), four()].join('-');
}
