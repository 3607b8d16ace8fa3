import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateListDialog, ListsOff, ListsPage } from '../features/searches/index.ts';
import { useUser } from '../lib/api/session.ts';
import { useGo } from '../lib/navigation/navigation.tsx';
import { pb } from '../lib/navigation/paths.ts';

const route = getRouteApi('/private/searches');

/** `?create=true` opens the dialog, also when the page is open already. */
export function SearchesScreen() {
  const { create } = route.useSearch();
  const go = useGo();
  const { lead_lists_enabled: isOn, lead_list_creation_enabled: canCreate } = useUser().organization.branding_settings;
  const [isOpen, setOpen] = useState(false);
  function close() {
    setOpen(false);
    if (create) go(pb.searches(), { replace: true });
  }
  if (!isOn) return <ListsOff />;
  return (
    <>
      <ListsPage onCreate={() => setOpen(true)} />
      <CreateListDialog opened={canCreate && (isOpen || create === true)} onClose={close} />
    </>
  );
}
