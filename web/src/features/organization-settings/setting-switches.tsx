import { Switch } from '@mantine/core';
import { may } from '@overture/domain/access/permissions';
import {
  ORGANIZATION_SETTINGS,
  type SettingsScreen,
  type SwitchName,
  switchesOf,
} from '@overture/domain/organization/settings';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { defineTexts } from '../../lib/texts.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { settingsQuery, useChangeSettings } from './use-settings.ts';

const english = Object.fromEntries(
  Object.entries(ORGANIZATION_SETTINGS).flatMap(([name, setting]) =>
    setting.kind === 'switch'
      ? [
          [`${name}_label`, setting.label],
          [`${name}_on`, setting.hint.on],
          [`${name}_off`, setting.hint.off],
        ]
      : [],
  ),
) as Record<`${SwitchName}_${'label' | 'on' | 'off'}`, string>;
const words = defineTexts({ ...english });

/**
 * The organization's switches of a page.
 * @param parts replace a switch that needs more than its setting
 */
export function SettingSwitches({
  screen,
  parts = {},
}: {
  screen: SettingsScreen;
  parts?: { [Name in SwitchName]?: ComponentType };
}) {
  const found = useQuery({ ...settingsQuery, retry: false });
  if (found.isPending)
    return (
      <div className="flex flex-col gap-3 px-gutter mb-3" aria-hidden>
        {switchesOf(screen).map((name) => (
          <Skeleton key={name} height={64} radius={10} />
        ))}
      </div>
    );
  if (!found.data) return queryFailure(found, { compact: true });
  return (
    <div className="flex flex-col gap-3 px-gutter mb-3">
      {switchesOf(screen).map((name) => {
        const Part = parts[name];
        return Part ? <Part key={name} /> : <SettingSwitch key={name} name={name} />;
      })}
    </div>
  );
}

/**
 * One setting. Users without its right see it and cannot change it.
 * @param more said below it besides its effect
 * @param onRequest decides on a change instead of saving it
 */
export function SettingSwitch({
  name,
  more,
  onRequest,
}: {
  name: SwitchName;
  more?: ReactNode;
  onRequest?: (isOn: boolean, save: () => void) => void;
}) {
  const { role } = useUser();
  const { data } = useQuery({ ...settingsQuery, retry: false });
  const change = useChangeSettings();
  if (!data) return null;
  const { right } = ORGANIZATION_SETTINGS[name];
  const isOn = (change.isPending ? change.variables.body?.[name] : undefined) ?? data[name];
  function request(next: boolean) {
    const save = () => change.mutate({ body: { [name]: next } });
    if (onRequest) onRequest(next, save);
    else save();
  }
  return (
    <Switch
      label={words(`${name}_label`)}
      description={
        <>
          {words(`${name}_${data[name] ? 'on' : 'off'}`)} {more}
        </>
      }
      checked={isOn}
      disabled={change.isPending || !may({ role }, right)}
      onChange={(event) => request(event.currentTarget.checked)}
    />
  );
}
