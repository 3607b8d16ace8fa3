import { getRouteApi } from '@tanstack/react-router';
import { IntegrationsPage } from '../../features/integrations/index.ts';

const route = getRouteApi('/private/settings/integrations');

export function IntegrationsScreen() {
  return <IntegrationsPage answer={route.useSearch()} />;
}
