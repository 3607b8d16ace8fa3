import '@mantine/spotlight/styles.layer.css';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import type { User } from '@overture/contract/auth';
import { IconKeyboard, IconLogout, IconPlus, IconSearch, IconSettings, IconSignature } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { type Path, pb } from '../../../lib/navigation/paths.ts';
import { t } from '../../texts.ts';
import { setShellDialog } from '../dialog-state.ts';
import { canCreateList, navigationItems } from '../navigation/navigation-items.ts';
import { usePaletteResults } from './use-palette-results.ts';

interface CommandPaletteProps {
  user: User;
  opened: boolean;
  onClose: () => void;
}

/** Ctrl-K: screens, actions, and the lists and campaigns of the organisation by name. */
export function CommandPalette({ user, opened, onClose }: CommandPaletteProps) {
  const actions = usePaletteActions(user, opened);
  useEffect(() => {
    if (opened) spotlight.open();
  }, [opened]);
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      limit={12}
      scrollable
      centered={false}
      yOffset="14vh"
      overlayProps={{ backgroundOpacity: 0.36, blur: 0 }}
      maxHeight={420}
      nothingFound={t('no_results')}
      onSpotlightClose={onClose}
      attributes={{ content: { 'aria-label': t('search') } }}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('search'),
        'aria-label': t('search'),
      }}
    />
  );
}

function usePaletteActions(user: User, opened: boolean): SpotlightActionGroupData[] {
  const go = useGo();
  const results = usePaletteResults(user, opened);
  const action = (id: string, label: string, Icon: typeof IconSearch, to: Path, keywords: string[] = []) => ({
    id,
    label,
    keywords,
    leftSection: <Icon size={17} stroke={1.6} aria-hidden />,
    onClick: () => go(to),
  });
  return [
    {
      group: t('palette_pages'),
      actions: [
        ...navigationItems(user).map((item) => action(item.id, item.label, item.icon, item.to)),
        action('settings', t('settings'), IconSettings, pb.account(), ['account', 'password', 'email', 'name']),
        action('signatures', t('signatures'), IconSignature, pb.signatures()),
      ],
    },
    {
      group: t('palette_actions'),
      actions: [
        ...(canCreateList(user)
          ? [action('create-list', t('create_list'), IconPlus, pb.searches({ create: true }), ['import', 'csv'])]
          : []),
        ...(user.organization.branding_settings.campaign_creation_enabled
          ? [action('create-campaign', t('create_campaign'), IconPlus, pb.campaigns({ create: true }))]
          : []),
        {
          id: 'shortcuts',
          label: t('shortcuts'),
          leftSection: <IconKeyboard size={17} stroke={1.6} aria-hidden />,
          onClick: () => setShellDialog('shortcuts'),
        },
        action('logout', t('log_out'), IconLogout, pb.logout(), ['sign out']),
      ],
    },
    ...results.map((group) => ({
      group: group.title,
      actions: group.entries.map((entry) => action(entry.id, entry.label, group.icon, entry.to)),
    })),
  ];
}
