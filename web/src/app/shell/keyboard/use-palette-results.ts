import type { User } from '@overture/contract/auth';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { searchesEndpoints } from '@overture/contract/searches';
import { IconSend, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { type Path, pb } from '../../../lib/navigation/paths.ts';
import { t } from '../../texts.ts';

export interface PaletteGroup {
  title: string;
  icon: typeof IconUsers;
  entries: { id: string; label: string; to: Path }[];
}

/** Lists and campaigns that the palette finds by name; asked for when it opens. */
export function usePaletteResults(user: User, opened: boolean): PaletteGroup[] {
  const flags = user.organization.branding_settings;
  const lists = useQuery({
    ...queryOptions(searchesEndpoints.listSearches),
    enabled: opened && flags.lead_lists_enabled,
  });
  const campaigns = useQuery({
    ...queryOptions(campaignsEndpoints.listCampaigns),
    enabled: opened && flags.campaign_creation_enabled,
  });
  return [
    {
      title: t('palette_lists'),
      icon: IconUsers,
      entries: (lists.data?.searches ?? []).map(({ id, name }) => ({
        id: `list-${id}`,
        label: name,
        to: pb.search(id),
      })),
    },
    {
      title: t('palette_campaigns'),
      icon: IconSend,
      entries: (campaigns.data?.campaigns ?? []).map(({ id, name }) => ({
        id: `campaign-${id}`,
        label: name,
        to: pb.campaign(id),
      })),
    },
  ];
}
