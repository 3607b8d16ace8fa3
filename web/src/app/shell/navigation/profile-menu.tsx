import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import type { User } from '@overture/contract/auth';
import {
  IconActivity,
  IconDeviceDesktop,
  IconKeyboard,
  IconLayoutDashboard,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSelector,
  IconSettings,
  IconSun,
} from '@tabler/icons-react';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { KeyHint } from '../../../ui/display/key-hint.tsx';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { t } from '../../texts.ts';
import { openPalette, setShellDialog } from '../dialog-state.ts';
import classes from './profile-menu.module.css';

const schemes = [
  { value: 'light', label: 'light', icon: IconSun },
  { value: 'dark', label: 'dark', icon: IconMoon },
  { value: 'auto', label: 'system', icon: IconDeviceDesktop },
] as const;

/** Who is signed in, and what only they may do. Shown are the entries whose screens exist. */
export function ProfileMenu({ user, isNarrow }: { user: User; isNarrow: boolean }) {
  return (
    <Menu position="top-start" width={240} withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.button}
          data-narrow={isNarrow || undefined}
          aria-label={isNarrow ? t('account_menu') : undefined}
        >
          <PersonAvatar name={user.name || user.email} picture_url={user.picture_url} size={30} />
          {isNarrow ? null : (
            <>
              <span className={classes.who}>
                <span className={`${classes.name} truncate`}>{user.name}</span>
                <span className={`${classes.organization} truncate`}>{user.organization.name}</span>
              </span>
              <IconSelector size={15} aria-hidden className={classes.chevron} />
            </>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <ProfileMenuEntries user={user} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The entries themselves, also used by the bottom bar of narrow screens. */
export function ProfileMenuEntries({ user, withDashboard }: { user: User; withDashboard?: boolean }) {
  const go = useGo();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{user.email}</Menu.Label>
      {withDashboard ? (
        <>
          <Menu.Item leftSection={<IconLayoutDashboard size={16} aria-hidden />} onClick={() => go(pb.dashboard())}>
            {t('dashboard')}
          </Menu.Item>
          <Menu.Item leftSection={<IconSearch size={16} aria-hidden />} onClick={openPalette}>
            {t('search')}
          </Menu.Item>
        </>
      ) : null}
      <Menu.Item leftSection={<IconActivity size={16} aria-hidden />} onClick={() => go(pb.activity())}>
        {t('activity')}
      </Menu.Item>
      <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => go(pb.settings())}>
        {t('settings')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconKeyboard size={16} aria-hidden />}
        rightSection={<KeyHint keys={['?']} />}
        onClick={() => setShellDialog('shortcuts')}
      >
        {t('shortcuts')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{t('appearance')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} aria-hidden />}>
            {t(label)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => go(pb.logout())}>
        {t('log_out')}
      </Menu.Item>
    </>
  );
}
