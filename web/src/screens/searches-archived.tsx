import { ArchivedListsPage, ListsOff } from '../features/searches/index.ts';
import { useUser } from '../lib/api/session.ts';

export function ArchivedSearchesScreen() {
  return useUser().organization.branding_settings.lead_lists_enabled ? <ArchivedListsPage /> : <ListsOff />;
}
