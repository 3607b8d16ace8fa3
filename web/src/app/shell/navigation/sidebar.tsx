import type { User } from '@overture/contract/auth';
import type { Branding } from '@overture/contract/organization';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconPlus, IconSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { formatShortNumber } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { KeyHint } from '../../../ui/display/key-hint.tsx';
import { Tooltip } from '../../../ui/display/tooltip.tsx';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { untilLoaded } from '../../../ui/until-loaded.ts';
import { t } from '../../texts.ts';
import { openPalette } from '../dialog-state.ts';
import classes from '../shell.module.css';
import { BrandMark } from './brand-mark.tsx';
import { canCreateList, type NavigationItem, navigationItems } from './navigation-items.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { useWaitingToday } from './use-waiting-today.ts';

const SandboxBadge = lazyPart(() =>
  untilLoaded(() => import('../notices/sandbox-badge.tsx')).then((file) => ({ default: file.SandboxBadge })),
);

const TrialStatus = lazyPart(() =>
  untilLoaded(() => import('../notices/trial-status.tsx')).then((file) => ({ default: file.TrialStatus })),
);

/** Left column: 270 px, or 80 px when collapsed; the choice is remembered. */
export function Sidebar({ user, branding }: { user: User; branding: Branding | undefined }) {
  const [isNarrow, setNarrow] = useState(() => readStored('sidebar-collapsed', false));
  const waiting = useWaitingToday();
  function toggle() {
    setNarrow(!isNarrow);
    writeStored('sidebar-collapsed', !isNarrow);
  }
  const name = user.organization.branding_settings.company_display_name || branding?.company_display_name || '';
  const Toggle = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside className={classes.sidebar} data-narrow={isNarrow || undefined}>
      <div className={`${classes.top} flex items-center justify-between gap-2 min-h-10`}>
        <AppLink
          to={pb.dashboard()}
          className="flex items-center gap-2.5 min-w-0 py-1 px-1.5 rounded-control text-ink text-[15px] font-semibold tracking-tight hover:no-underline"
          aria-label={name}
        >
          <BrandMark icon={user.organization.branding_settings.icon ?? branding?.icon ?? null} size={28} />
          {isNarrow ? null : <span className="truncate">{name}</span>}
        </AppLink>
        <IconButton label={isNarrow ? t('expand') : t('collapse')} onClick={toggle}>
          <Toggle size={18} stroke={1.6} aria-hidden />
        </IconButton>
      </div>
      <SearchButton isNarrow={isNarrow} />
      <nav aria-label={t('nav')} className="flex flex-1 flex-col gap-0.5 min-h-0 -mx-1 px-1 -mt-1 pt-1 overflow-y-auto">
        {canCreateList(user) ? <CreateListLink isNarrow={isNarrow} /> : null}
        {navigationItems(user, waiting).map((item) => (
          <SidebarLink key={item.id} item={item} isNarrow={isNarrow} />
        ))}
      </nav>
      <div className="flex flex-col gap-2">
        <Suspense fallback={null}>
          <SandboxBadge isNarrow={isNarrow} />
        </Suspense>
        <Suspense fallback={null}>
          <TrialStatus user={user} isNarrow={isNarrow} />
        </Suspense>
        <ProfileMenu user={user} isNarrow={isNarrow} />
      </div>
    </aside>
  );
}

function SearchButton({ isNarrow }: { isNarrow: boolean }) {
  const button = (
    <button
      type="button"
      className={classes.search}
      onClick={openPalette}
      aria-label={isNarrow ? t('search') : undefined}
    >
      <IconSearch size={16} aria-hidden />
      {isNarrow ? null : (
        <>
          <span className="truncate">{t('search')}</span>
          <span aria-hidden>
            <KeyHint keys={['Ctrl', 'K']} />
          </span>
        </>
      )}
    </button>
  );
  return isNarrow ? (
    <Tooltip label={t('search')} side="end">
      {button}
    </Tooltip>
  ) : (
    button
  );
}

function CreateListLink({ isNarrow }: { isNarrow: boolean }) {
  const link = (
    <AppLink
      to={pb.searches({ create: true })}
      className={`${classes.link} ${classes.create}`}
      aria-label={t('create_list')}
    >
      <IconPlus size={18} stroke={2} aria-hidden />
      {isNarrow ? null : <span className="truncate">{t('create_list')}</span>}
    </AppLink>
  );
  return isNarrow ? (
    <Tooltip label={t('create_list')} side="end">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

function SidebarLink({ item, isNarrow }: { item: NavigationItem; isNarrow: boolean }) {
  const Icon = item.icon;
  const badge = item.badge ? formatShortNumber(item.badge) : undefined;
  const label = badge ? `${item.label}, ${t('unread', { count: item.badge ?? 0 })}` : item.label;
  const link = (
    <AppLink to={item.to} className={classes.link} aria-label={isNarrow ? label : undefined}>
      <Icon size={18} stroke={1.6} aria-hidden />
      {isNarrow ? null : <span className="truncate">{item.label}</span>}
      {badge ? (
        <span className={`${classes.badge} number`}>
          {badge}
          {isNarrow ? null : <span className="visually-hidden"> {t('unread_word')}</span>}
        </span>
      ) : null}
    </AppLink>
  );
  return isNarrow ? (
    <Tooltip label={item.label} side="end">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
