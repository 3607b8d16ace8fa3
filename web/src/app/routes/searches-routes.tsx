import { createRoute } from '@tanstack/react-router';
import { pageOf } from '../page-of.ts';
import { laterPage } from './later-page.ts';
import { privateRoute } from './private-route.tsx';
import { flagParam, idParam, textParam } from './search-params.ts';

const searches = createRoute({
  getParentRoute: () => privateRoute,
  path: '/searches',
  staticData: { title: 'Leads' },
  validateSearch: (search) => ({ create: flagParam(search, 'create') }),
  component: pageOf(() => import('../../screens/searches.tsx'), 'SearchesScreen'),
});

const archived = createRoute({
  getParentRoute: () => privateRoute,
  path: '/searches/archived',
  staticData: { title: 'Archived lists' },
  component: laterPage('ArchivedSearchesScreen'),
});

const saved = createRoute({
  getParentRoute: () => privateRoute,
  path: '/searches/saved',
  staticData: { title: 'Saved searches' },
  component: laterPage('SavedSearchesPage'),
});

const search = createRoute({
  getParentRoute: () => privateRoute,
  path: '/searches/$searchId',
  staticData: { title: 'Leads' },
  validateSearch: (search) => ({
    import: idParam(search, 'import'),
    saved: idParam(search, 'saved'),
    lead: idParam(search, 'lead'),
    name: textParam(search, 'name'),
    company: textParam(search, 'company'),
  }),
  component: pageOf(() => import('../../screens/search.tsx'), 'SearchScreen'),
});

export const searchesRoutes = [searches, archived, saved, search];
