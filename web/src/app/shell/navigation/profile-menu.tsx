import { Menu } from '@mantine/core';
import type { User } from '@overture/contract/auth';
import { IconSelector } from '@tabler/icons-react';
import { Suspense } from 'react';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { t } from '../../texts.ts';
import classes from '../shell.module.css';

const loadEntries = () => import('./profile-menu-entries.tsx');
const Entries = lazyPart(() => loadEntries().then((file) => ({ default: file.ProfileMenuEntries })));

/** Who is signed in, and what only they may do. */
export function ProfileMenu({ user, isNarrow }: { user: User; isNarrow: boolean }) {
  return (
    <Menu position="top-start" width={240} withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.button}
          onPointerEnter={loadEntries}
          onFocus={loadEntries}
          data-narrow={isNarrow || undefined}
          aria-label={isNarrow ? t('account_menu') : undefined}
        >
          <PersonAvatar name={user.name || user.email} picture_url={user.picture_url} size={30} />
          {isNarrow ? null : (
            <>
              <span className="flex flex-1 flex-col min-w-0">
                <span className="text-table font-medium truncate">{user.name}</span>
                <span className={`${classes.organization} truncate`}>{user.organization.name}</span>
              </span>
              <IconSelector size={15} aria-hidden className="flex-none text-ink-3" />
            </>
          )}
        </button>
      </Menu.Target>
      <ProfileMenuDropdown user={user} />
    </Menu>
  );
}

interface ProfileMenuDropdownProps {
  user: User;
  withDashboard?: boolean | undefined;
  /** On a phone, where the sidebar with the credits is hidden. */
  withStatus?: boolean | undefined;
}

/** What opens above the account; its code is loaded when a hand comes near. Also used by the bottom bar of narrow screens. */
export function ProfileMenuDropdown(props: ProfileMenuDropdownProps) {
  return (
    <Menu.Dropdown>
      <Suspense fallback={null}>
        <Entries {...props} />
      </Suspense>
    </Menu.Dropdown>
  );
}
