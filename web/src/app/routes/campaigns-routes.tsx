import { createRoute } from '@tanstack/react-router';
import { pageOf } from '../page-of.ts';
import { laterPage } from './later-page.ts';
import { privateRoute } from './private-route.tsx';
import { flagParam } from './search-params.ts';

const campaigns = createRoute({
  getParentRoute: () => privateRoute,
  path: '/campaigns',
  staticData: { title: 'Campaigns' },
  validateSearch: (search) => ({ create: flagParam(search, 'create') }),
  component: pageOf(() => import('../../screens/campaigns.tsx'), 'CampaignsScreen'),
});

const archived = createRoute({
  getParentRoute: () => privateRoute,
  path: '/campaigns/archived',
  staticData: { title: 'Archived campaigns' },
  validateSearch: (search) => ({ create: flagParam(search, 'create') }),
  component: laterPage('ArchivedCampaignsScreen'),
});

const campaign = createRoute({
  getParentRoute: () => privateRoute,
  path: '/campaigns/$campaignId',
  staticData: { title: 'Campaigns' },
  validateSearch: (search) => ({ missing_data: flagParam(search, 'missing_data') }),
  component: pageOf(() => import('../../screens/campaign.tsx'), 'CampaignScreen'),
});

export const campaignsRoutes = [campaigns, archived, campaign];
