import { useDebouncedValue } from '@mantine/hooks';
import type { User } from '@overture/contract/auth';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { type FoundLead, quickSearchEndpoints } from '@overture/contract/quick-search';
import { searchesEndpoints } from '@overture/contract/searches';
import { type SettingsPage, settingsMenu } from '@overture/domain/access/permissions';
import { CRM_LABELS } from '@overture/domain/crm';
import { IconBuilding, IconMessage, IconSend, IconSettings, IconUser, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { pageName } from '../../../lib/navigation/page-name.ts';
import { type Path, pb } from '../../../lib/navigation/paths.ts';
import { t as shell } from '../../texts.ts';
import { t } from './texts.ts';

interface PaletteEntry {
  id: string;
  label: string;
  /** Also found by these. */
  keywords?: string[];
  description?: string;
  to: Path;
}

export interface PaletteGroup {
  title: string;
  icon: typeof IconUsers;
  entries: PaletteEntry[];
}

const SHOWN_UNTYPED = 4;
const PAUSE_IN_MS = 200;
const MIN_LENGTH = 2;

/** Settings, lists and campaigns by name. Without a text only a few of the latter are offered. */
export function useKnownResults(user: User, opened: boolean, query: string): PaletteGroup[] {
  const flags = user.organization.branding_settings;
  const lists = useQuery({
    ...queryOptions(searchesEndpoints.listSearches),
    enabled: opened && flags.lead_lists_enabled,
  });
  const campaigns = useQuery({
    ...queryOptions(campaignsEndpoints.listCampaigns),
    enabled: opened && flags.campaign_creation_enabled,
  });
  const shown = query.trim() === '' ? SHOWN_UNTYPED : undefined;
  return [
    ...(shown === undefined ? [settingsGroup(user)] : []),
    {
      title: t('palette_lists'),
      icon: IconUsers,
      entries: (lists.data?.searches ?? []).slice(0, shown).map(({ id, name }) => ({
        id: `list-${id}`,
        label: name,
        to: pb.search(id),
      })),
    },
    {
      title: t('palette_campaigns'),
      icon: IconSend,
      entries: (campaigns.data?.campaigns ?? []).slice(0, shown).map(({ id, name }) => ({
        id: `campaign-${id}`,
        label: name,
        to: pb.campaign(id),
      })),
    },
  ];
}

/** Other words for the pages of the settings. */
const SETTINGS_WORDS: Partial<Record<SettingsPage, string[]>> = {
  members: ['invite', 'colleagues', 'users', 'roles'],
  integrations: ['crm', ...Object.values(CRM_LABELS)],
  api: ['keys', 'tokens'],
  'knowledge-base': ['company', 'website'],
  'excluded-domains': ['customers', 'block'],
  suppressions: ['unsubscribe', 'opt-out', 'do not contact'],
  'touch-lock': ['holds', 'contacted twice', 'duplicates'],
  privacy: ['gdpr', 'data protection', 'erase', 'access', 'tracking domain', 'clicks'],
  billing: ['invoices', 'payment', 'credits', 'plan', 'card'],
  plan: ['billing', 'invoices'],
  security: ['single sign-on', 'log', 'sso'],
  account: ['password', 'email', 'name', 'second factor', 'passkeys', 'sessions'],
};

function settingsGroup(user: User): PaletteGroup {
  return {
    title: shell('settings'),
    icon: IconSettings,
    entries: settingsMenu(user).map((page) => ({
      id: `settings-${page.key}`,
      label: pageName(page.label),
      keywords: SETTINGS_WORDS[page.key] ?? [],
      to: pb.settingsPage(page.key),
    })),
  };
}

/** Conversations, leads and companies that the server finds by the beginning of what is typed. */
export function useFoundResults(user: User, opened: boolean, query: string) {
  const typed = query.trim();
  const [wanted] = useDebouncedValue(typed, PAUSE_IN_MS);
  const isLong = typed.length >= MIN_LENGTH;
  const found = useQuery({
    ...queryOptions(quickSearchEndpoints.quickSearch, { query: { search_query: wanted } }),
    enabled: opened && wanted.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
  });
  const hasLists = user.organization.branding_settings.lead_lists_enabled;
  // The server also finds by what is not shown: an entry passes the filter of the browser by the text that it answers.
  const keywords = found.isPlaceholderData ? [] : [wanted];
  const leads = isLong ? (found.data?.leads ?? []) : [];
  const companies = isLong && hasLists ? (found.data?.companies ?? []) : [];
  const groups: PaletteGroup[] = [
    {
      title: t('palette_conversations'),
      icon: IconMessage,
      entries: leads
        .filter((lead) => lead.has_conversation)
        .map((lead) => ({ ...leadEntry(lead), keywords, to: pb.inbox({ chat: lead.id }) })),
    },
    {
      title: shell('leads'),
      icon: IconUser,
      entries: leads
        .filter((lead) => !lead.has_conversation)
        .map((lead) => ({ ...leadEntry(lead), keywords, to: leadPath(lead, hasLists) })),
    },
    {
      title: t('palette_companies'),
      icon: IconBuilding,
      entries: companies.map(({ name, search_id }) => ({
        id: `company-${name}`,
        label: name,
        keywords,
        to: pb.search(search_id, { company: name }),
      })),
    },
  ];
  const isSearching = isLong && (wanted !== typed || found.isFetching);
  return { groups, isSearching, hasFailed: isLong && !isSearching && found.isError, retry: () => void found.refetch() };
}

const nameOf = ({ first_name, last_name }: FoundLead): string => `${first_name} ${last_name}`.trim();

function leadEntry(lead: FoundLead) {
  return {
    id: `lead-${lead.id}`,
    label: nameOf(lead) || lead.email || t('palette_unnamed'),
    description: [lead.job_title, lead.company_name, lead.email].filter(Boolean).join(' · '),
  };
}

/** In its newest list; in the inbox, where a first message is written, if no list holds it. */
function leadPath(lead: FoundLead, hasLists: boolean): Path {
  const { id, search_id } = lead;
  return search_id !== null && hasLists
    ? pb.search(search_id, { lead: id, name: nameOf(lead) || undefined })
    : pb.inbox({ chat: id });
}
