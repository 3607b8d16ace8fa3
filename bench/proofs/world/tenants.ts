import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '../../../server/src/kernel/crypto.ts';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import type { ProofWorld } from './proof-world.ts';

export interface Tenant {
  organization_id: number;
  user_id: number;
  token: string;
}

/** An organization with one person, signed in. */
export async function makeTenant({ system }: Pick<ProofWorld, 'system'>, name: string): Promise<Tenant> {
  const organization_id = await factory.makeOrganization(system, name);
  return { organization_id, ...(await makePerson({ system }, organization_id, name)) };
}

/** One more person of an organization, signed in. */
export async function makePerson(
  { system }: Pick<ProofWorld, 'system'>,
  organization_id: number,
  name: string,
): Promise<Pick<Tenant, 'user_id' | 'token'>> {
  const token = randomBytes(32).toString('base64url');
  const rows = await system.systemTransaction(({ db }) =>
    sql<{ id: number }>`with person as (
      insert into users (organization_id, email, name, password_hash, role, verified_at)
      values (${organization_id}, ${`${name}@tenants.example`}, ${name}, 'none', 'USER', app_now()) returning id)
    insert into sessions (token_hash, organization_id, user_id, expires_at)
    select ${hashToken(token)}, ${organization_id}, id, app_now() + interval '1 day' from person returning user_id as id`.execute(
      db,
    ),
  );
  return { user_id: rows.rows[0]!.id, token };
}

/** From now on the program reads what comes to a mailbox that the factory made. */
export async function startReading({ owner }: Pick<ProofWorld, 'owner'>, accountId: number): Promise<void> {
  await owner.query(
    `insert into mailbox_syncs (account_id, organization_id) select id, organization_id from accounts where id = $1
     on conflict do nothing`,
    [accountId],
  );
}
