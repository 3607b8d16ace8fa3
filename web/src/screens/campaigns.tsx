import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CampaignsPage, CreateCampaignDialog } from '../features/campaigns/index.ts';
import { useUser } from '../lib/api/session.ts';
import { useGo } from '../lib/navigation/navigation.tsx';
import { pb } from '../lib/navigation/paths.ts';

const route = getRouteApi('/private/campaigns');

/** `?create=true` opens the dialog, also when the page is open already. */
export function CampaignsScreen() {
  const { create } = route.useSearch();
  const go = useGo();
  const canCreate = useUser().organization.branding_settings.campaign_creation_enabled;
  const [isOpen, setOpen] = useState(false);
  function close() {
    setOpen(false);
    if (create) go(pb.campaigns(), { replace: true });
  }
  return (
    <>
      <CampaignsPage onCreate={() => setOpen(true)} />
      <CreateCampaignDialog opened={canCreate && (isOpen || create === true)} onClose={close} />
    </>
  );
}
