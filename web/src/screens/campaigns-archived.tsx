import { getRouteApi } from '@tanstack/react-router';
import { ArchivedCampaignsPage, CreateCampaignDialog } from '../features/campaigns/index.ts';
import { useUser } from '../lib/api/session.ts';
import { useGo } from '../lib/navigation/navigation.tsx';
import { pb } from '../lib/navigation/paths.ts';

const route = getRouteApi('/private/campaigns/archived');

/** `?create=true` opens the create dialog here too. */
export function ArchivedCampaignsScreen() {
  const { create } = route.useSearch();
  const go = useGo();
  const canCreate = useUser().organization.branding_settings.campaign_creation_enabled;
  return (
    <>
      <ArchivedCampaignsPage />
      <CreateCampaignDialog
        opened={canCreate && create === true}
        onClose={() => go(pb.archivedCampaigns(), { replace: true })}
      />
    </>
  );
}
