import type { User } from '@overture/contract/auth';
import { IconInbox, IconLayoutDashboard, IconPlugConnected, IconSend, IconUsers } from '@tabler/icons-react';
import { type Path, pb } from '../../lib/paths.ts';
import { t } from '../texts.ts';

export interface NavigationItem {
  id: 'dashboard' | 'leads' | 'campaigns' | 'inbox' | 'senders';
  label: string;
  /** For the bottom bar of narrow screens. */
  short: string;
  to: Path;
  icon: typeof IconInbox;
  badge?: number;
}

/** Items of the sidebar and bottom bar, hidden by the organisation's flags (core-platform 2.10). */
export function navigationItems(user: User): NavigationItem[] {
  const flags = user.organization.branding_settings;
  const all: (NavigationItem | false)[] = [
    { id: 'dashboard', label: t('dashboard'), short: t('dashboard'), to: pb.dashboard(), icon: IconLayoutDashboard },
    flags.lead_lists_enabled && {
      id: 'leads',
      label: t('leads'),
      short: t('leads'),
      to: pb.searches(),
      icon: IconUsers,
    },
    flags.campaign_creation_enabled && {
      id: 'campaigns',
      label: t('campaigns'),
      short: t('campaigns'),
      to: pb.campaigns(),
      icon: IconSend,
    },
    {
      id: 'inbox',
      label: t('inbox'),
      short: t('inbox_short'),
      to: pb.inbox(),
      icon: IconInbox,
      badge: user.unread_chats,
    },
    {
      id: 'senders',
      label: flags.campaign_creation_enabled ? t('senders') : t('accounts'),
      short: flags.campaign_creation_enabled ? t('senders_short') : t('accounts'),
      to: pb.senders(),
      icon: IconPlugConnected,
    },
  ];
  return all.filter((item) => item !== false);
}

/** True when the sidebar offers 'Create new list'. */
export function canCreateList(user: User): boolean {
  const flags = user.organization.branding_settings;
  return flags.lead_lists_enabled && flags.lead_list_creation_enabled;
}
