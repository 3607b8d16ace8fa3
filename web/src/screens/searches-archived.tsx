import { ArchivedListsPage } from '../features/searches/archived-lists-page.tsx';
import { ListsOff } from '../features/searches/list-notices.tsx';
import { useUser } from '../lib/api/session.ts';

export function ArchivedSearchesScreen() {
  return useUser().organization.branding_settings.lead_lists_enabled ? <ArchivedListsPage /> : <ListsOff />;
}
