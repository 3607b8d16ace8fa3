import { Menu } from '@mantine/core';
import type { User } from '@overture/contract/auth';
import { formatShortNumber } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { t } from '../../texts.ts';
import classes from '../shell.module.css';
import { navigationItems } from './navigation-items.ts';
import { ProfileMenuDropdown } from './profile-menu.tsx';
import { useWaitingToday } from './use-waiting-today.ts';

/** Six places at the thumb: five screens and the account, whose menu also leads to the dashboard. */
export function BottomBar({ user }: { user: User }) {
  const items = navigationItems(user, useWaitingToday());
  const shown = items.length > 5 ? items.filter((item) => item.id !== 'dashboard') : items;
  return (
    <nav className={classes.bar} aria-label={t('nav')}>
      {shown.map((item) => {
        const Icon = item.icon;
        return (
          <AppLink key={item.id} to={item.to} className={classes.item}>
            <span className="relative inline-flex">
              <Icon size={21} stroke={1.6} aria-hidden />
              {item.badge ? (
                <span className={`${classes.bottomBarBadge} number`}>{formatShortNumber(item.badge)}</span>
              ) : null}
            </span>
            <span className="max-w-full truncate">{item.short}</span>
          </AppLink>
        );
      })}
      <Menu position="top-end" width={240} withinPortal>
        <Menu.Target>
          <button type="button" className={classes.item}>
            <PersonAvatar name={user.name || user.email} picture_url={user.picture_url} size={24} />
            <span className="max-w-full truncate">{t('account_short')}</span>
          </button>
        </Menu.Target>
        <ProfileMenuDropdown user={user} withDashboard={shown.length < items.length} withStatus />
      </Menu>
    </nav>
  );
}
