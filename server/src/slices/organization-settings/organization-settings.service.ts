import { may } from '@overture/domain/access/permissions';
import {
  describeChange,
  ORGANIZATION_SETTINGS,
  type OrganizationSettings,
  SETTING_NAMES,
} from '@overture/domain/organization/settings';
import { ApiError } from '../../kernel/errors.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { getSettings, updateSetting } from './organization-settings.store.ts';

type Change = { [Name in keyof OrganizationSettings]?: OrganizationSettings[Name] | undefined };

/**
 * From its commit on. Each real change is in the security log and an event; a repeated one is neither.
 * @throws forbidden for a setting whose right the user lacks
 */
export async function changeSettings(
  ctx: Pick<SessionContext, 'transaction' | 'user'>,
  change: Change,
): Promise<OrganizationSettings> {
  return ctx.transaction(async (tx) => {
    for (const name of SETTING_NAMES) {
      const value = change[name];
      if (value === undefined) continue;
      if (!may(ctx.user, ORGANIZATION_SETTINGS[name].right)) throw new ApiError('forbidden');
      if (!(await updateSetting(tx, tx.organization.id, name, value))) continue;
      tx.events.emit({ type: 'organization_setting_changed', setting: name, value });
      await recordSecurityEvent(tx, {
        event: 'setting_changed',
        subject: { kind: 'setting', label: describeChange(name, value) },
      });
    }
    return getSettings(tx);
  });
}
