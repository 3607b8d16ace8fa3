import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import type { User } from '@overture/contract/auth';
import { may, type ProfileItem, profileMenu } from '@overture/domain/access/permissions';
import {
  IconActivity,
  IconBuilding,
  IconCompass,
  IconDeviceDesktop,
  IconGift,
  IconKeyboard,
  IconLayoutDashboard,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSettings,
  IconSun,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pageName } from '../../../lib/navigation/page-name.ts';
import { type Path, pb } from '../../../lib/navigation/paths.ts';
import { setPlanDialog } from '../../../lib/plan/plan-dialogs.ts';
import { canTour, setTour } from '../../../lib/tour.ts';
import { KeyHint } from '../../../ui/display/key-hint.tsx';
import { t } from '../../texts.ts';
import { openPalette, setShellDialog } from '../dialog-state.ts';
import { TrialStatus } from '../notices/trial-status.tsx';

const schemes = [
  { value: 'light', label: 'light', icon: IconSun },
  { value: 'dark', label: 'dark', icon: IconMoon },
  { value: 'auto', label: 'system', icon: IconDeviceDesktop },
] as const;

/** The entries that lead somewhere; the others of a role appear with their screens. */
const screens: Partial<Record<ProfileItem['key'], { icon: typeof IconActivity; path: () => Path }>> = {
  admin: { icon: IconBuilding, path: pb.adminDashboard },
  agency: { icon: IconUsersGroup, path: pb.agency },
  activity: { icon: IconActivity, path: pb.activity },
  settings: { icon: IconSettings, path: pb.settings },
  logout: { icon: IconLogout, path: pb.logout },
};

interface ProfileMenuEntriesProps {
  user: User;
  withDashboard?: boolean | undefined;
  withStatus?: boolean | undefined;
}

/** The entries of the person's role in its order, with the aids of the shell before the last. */
export function ProfileMenuEntries({ user, withDashboard, withStatus }: ProfileMenuEntriesProps) {
  const go = useGo();
  const items = profileMenu(user);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{user.acting?.is_workspace ? user.organization.name : user.email}</Menu.Label>
      {withStatus ? <TrialStatus user={user} isNarrow={false} /> : null}
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
      {items
        .filter(({ key }) => key !== 'logout')
        .map((item) => (
          <RoleEntry key={item.key} item={item} user={user} />
        ))}
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
      {items
        .filter(({ key }) => key === 'logout')
        .map((item) => (
          <RoleEntry key={item.key} item={item} user={user} />
        ))}
    </>
  );
}

function RoleEntry({ item, user }: { item: ProfileItem; user: User }) {
  const go = useGo();
  const { organization } = user;
  if (item.key === 'referral')
    return organization.has_payments && may(user, 'billing') ? (
      <Menu.Item leftSection={<IconGift size={16} aria-hidden />} onClick={() => setPlanDialog('referral')}>
        {pageName(item.label)}
      </Menu.Item>
    ) : null;
  if (item.key === 'tour')
    return canTour(organization.branding_settings) ? (
      <Menu.Item leftSection={<IconCompass size={16} aria-hidden />} onClick={() => setTour({ step: 0 })}>
        {pageName(item.label)}
      </Menu.Item>
    ) : null;
  const screen = screens[item.key];
  if (screen === undefined) return null;
  const Icon = screen.icon;
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={() => go(screen.path())}>
      {pageName(item.label)}
    </Menu.Item>
  );
}
