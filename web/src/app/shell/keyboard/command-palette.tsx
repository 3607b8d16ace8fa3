import '@mantine/spotlight/styles.layer.css';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  useSpotlight,
} from '@mantine/spotlight';
import type { User } from '@overture/contract/auth';
import {
  IconBookmark,
  IconBrandLinkedin,
  IconCalendarDown,
  IconInbox,
  IconKeyboard,
  IconLogout,
  IconMailCheck,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconSettings,
  IconTargetArrow,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { type Path, pb } from '../../../lib/navigation/paths.ts';
import { t as shell } from '../../texts.ts';
import { setShellDialog } from '../dialog-state.ts';
import { canCreateList, navigationItems } from '../navigation/navigation-items.ts';
import { t } from './texts.ts';
import { type PaletteGroup, useFoundResults, useKnownResults } from './use-palette-results.ts';

interface CommandPaletteProps {
  user: User;
  opened: boolean;
  onClose: () => void;
}

const [store, palette] = createSpotlight();

/** Ctrl-K: screens, settings and actions; lists, campaigns, conversations, leads and companies of the organization. */
export function CommandPalette({ user, opened, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const actions = usePages(user);
  const toActions = usePaletteActions();
  const known = useKnownResults(user, opened, query).map(toActions);
  const found = useFoundResults(user, opened, query);
  const results = found.groups.filter(({ entries }) => entries.length > 0);
  useEffect(() => {
    if (opened) palette.open();
  }, [opened]);
  useFirstSelected(results);
  const failure: SpotlightActionData = {
    id: 'search-failed',
    label: t('palette_failed'),
    keywords: [query.trim()],
    leftSection: <IconRefresh size={17} stroke={1.6} aria-hidden />,
    closeSpotlightOnTrigger: false,
    onClick: found.retry,
  };
  return (
    <Spotlight
      store={store}
      query={query}
      onQueryChange={setQuery}
      actions={[
        ...actions,
        ...results.map(toActions),
        ...known,
        ...(found.hasFailed ? [{ group: shell('leads'), actions: [failure] }] : []),
      ]}
      shortcut={null}
      limit={40}
      scrollable
      centered={false}
      yOffset="14vh"
      overlayProps={{ backgroundOpacity: 0.36, blur: 0 }}
      maxHeight={420}
      nothingFound={<span role="status">{t(found.isSearching ? 'palette_searching' : 'no_results')}</span>}
      onSpotlightClose={onClose}
      attributes={{ content: { 'aria-label': shell('search') } }}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('search_hint'),
        'aria-label': shell('search'),
      }}
    />
  );
}

/** Results that come after the last key have no selected entry, and Enter would do nothing. */
function useFirstSelected(results: readonly PaletteGroup[]): void {
  const { listId } = useSpotlight(store);
  const shown = results.map(({ entries }) => entries.map(({ id }) => id).join()).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries on screen change with what is shown.
  useEffect(() => {
    const list = document.getElementById(listId);
    if (!list || list.querySelector('[data-selected]')) return;
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [listId, shown]);
}

function usePaletteActions() {
  const go = useGo();
  return ({ title, icon: Icon, entries }: PaletteGroup): SpotlightActionGroupData => ({
    group: title,
    actions: entries.map(({ to, ...entry }) => ({
      ...entry,
      leftSection: <Icon size={17} stroke={1.6} aria-hidden />,
      onClick: () => go(to),
    })),
  });
}

function usePages(user: User): SpotlightActionGroupData[] {
  const go = useGo();
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
        action('by-hand', t('linkedin_by_hand'), IconBrandLinkedin, pb.linkedinTasks()),
        action('deliverability', t('deliverability'), IconMailCheck, pb.deliverability(), [
          'dns',
          'blocklists',
          'bounces',
        ]),
        action('exports', t('exports'), IconCalendarDown, pb.exports(), ['csv', 'schedule', 'email']),
        ...(user.organization.branding_settings.lead_finder_enabled
          ? [action('saved-searches', t('saved_searches'), IconBookmark, pb.savedSearches(), ['finder', 'new leads'])]
          : []),
        action('goals', t('goals'), IconTargetArrow, pb.goals(), ['targets', 'pace', 'forecast']),
        action('placement', t('placement'), IconInbox, pb.placement(), ['spam', 'seed mailboxes', 'inbox']),
        action('settings', shell('settings'), IconSettings, pb.account()),
      ],
    },
    {
      group: t('palette_actions'),
      actions: [
        ...(canCreateList(user)
          ? [action('create-list', shell('create_list'), IconPlus, pb.searches({ create: true }), ['import', 'csv'])]
          : []),
        ...(user.organization.branding_settings.campaign_creation_enabled
          ? [action('create-campaign', t('create_campaign'), IconPlus, pb.campaigns({ create: true }))]
          : []),
        {
          id: 'shortcuts',
          label: shell('shortcuts'),
          leftSection: <IconKeyboard size={17} stroke={1.6} aria-hidden />,
          onClick: () => setShellDialog('shortcuts'),
        },
        action('logout', shell('log_out'), IconLogout, pb.logout(), ['sign out']),
      ],
    },
  ];
}
