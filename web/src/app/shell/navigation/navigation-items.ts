import type { User } from '@overture/contract/auth';
import { type SidebarItem, sidebarMenu } from '@overture/domain/access/permissions';
import {
  IconChecklist,
  IconInbox,
  IconLayoutDashboard,
  IconPlugConnected,
  IconSend,
  IconUsers,
} from '@tabler/icons-react';
import { pageName } from '../../../lib/navigation/page-name.ts';
import { type Path, pb } from '../../../lib/navigation/paths.ts';
import { t } from '../../texts.ts';

export interface NavigationItem {
  id: Exclude<SidebarItem['key'], 'create-list'> | 'today';
  label: string;
  /** For the bottom bar of narrow screens. */
  short: string;
  to: Path;
  icon: typeof IconInbox;
  badge?: number;
}

type NavigationTarget = Pick<NavigationItem, 'to' | 'icon'> & { short?: string };

const targets: Record<Exclude<SidebarItem['key'], 'create-list'>, () => NavigationTarget> = {
  dashboard: () => ({ to: pb.dashboard(), icon: IconLayoutDashboard }),
  searches: () => ({ to: pb.searches(), icon: IconUsers }),
  campaigns: () => ({ to: pb.campaigns(), icon: IconSend }),
  inbox: () => ({ to: pb.inbox(), icon: IconInbox, short: t('inbox_short') }),
  senders: () => ({ to: pb.senders(), icon: IconPlugConnected }),
};

/** Items of the sidebar and bottom bar, hidden by the organization's flags. `waiting`: how many things wait for the person today. */
export function navigationItems(user: User, waiting = 0): NavigationItem[] {
  const items: NavigationItem[] = [];
  for (const { key, label } of sidebarMenu(user.organization.branding_settings)) {
    if (key === 'create-list') continue;
    const target = targets[key]();
    const name = pageName(label);
    const short = target.short ?? (label === 'Sender accounts' ? t('senders_short') : name);
    // What waits for the person comes before what they work in.
    if (key === 'inbox') items.push(todayItem(waiting));
    items.push({ ...target, id: key, label: name, short, ...(key === 'inbox' ? { badge: user.unread_chats } : {}) });
  }
  return items;
}

function todayItem(badge: number): NavigationItem {
  return { id: 'today', label: t('today'), short: t('today'), to: pb.today(), icon: IconChecklist, badge };
}

/** True when the sidebar offers 'Create new list'. */
export function canCreateList(user: User): boolean {
  return sidebarMenu(user.organization.branding_settings).some((item) => item.key === 'create-list');
}
