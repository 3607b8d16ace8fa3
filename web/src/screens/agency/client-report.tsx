import { getRouteApi } from '@tanstack/react-router';
import { ClientReportPage } from '../../features/agency/index.ts';

const route = getRouteApi('/private/agency/clients/$id/report');

export function ClientReportScreen() {
  const { id } = route.useParams() as { id: string };
  return <ClientReportPage key={id} id={Number(id)} />;
}
