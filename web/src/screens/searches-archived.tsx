import { ArchivedListsPage } from '../features/searches/archived-lists-page.tsx';

export function ArchivedSearchesScreen() {
  return <ArchivedListsPage />;
}
