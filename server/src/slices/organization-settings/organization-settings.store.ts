import {
  ORGANIZATION_SETTINGS,
  type OrganizationSettings,
  SETTING_NAMES,
  type SettingName,
} from '@overture/domain/organization/settings';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

const columnOf = (name: SettingName) => sql.ref(ORGANIZATION_SETTINGS[name].column);

const SELECTED = sql.join(SETTING_NAMES.map((name) => sql`${columnOf(name)} as ${sql.ref(name)}`));

/** Those of an organization that the transaction sees. */
export async function getSettings(tx: Tx & { organization: { id: number } }): Promise<OrganizationSettings> {
  const rows = await sql<OrganizationSettings>`select ${SELECTED} from organizations
    where organization_id = ${tx.organization.id}`.execute(tx.db);
  return rows.rows[0]!;
}

export async function getSetting<Name extends SettingName>(
  tx: Tx & { organization: { id: number } },
  name: Name,
): Promise<OrganizationSettings[Name]> {
  const rows = await sql<{ value: OrganizationSettings[Name] }>`select ${columnOf(name)} as value from organizations
    where organization_id = ${tx.organization.id}`.execute(tx.db);
  return rows.rows[0]!.value;
}

/** @returns whether it was another one until now */
export async function updateSetting<Name extends SettingName>(
  { db }: Tx,
  organizationId: number,
  name: Name,
  value: OrganizationSettings[Name],
): Promise<boolean> {
  const rows = await sql`update organizations set ${columnOf(name)} = ${value}
    where organization_id = ${organizationId} and ${columnOf(name)} is distinct from ${value}`.execute(db);
  return rows.numAffectedRows === 1n;
}
