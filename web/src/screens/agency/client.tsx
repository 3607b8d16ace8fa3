import { getRouteApi } from '@tanstack/react-router';
import { ClientPage, ClientReportPage } from '../../features/agency/index.ts';

const route = getRouteApi('/private/agency/clients/$id/{-$view}');

/** The client, or under `report` its months: one route, since every route is paid for by the first page of everybody. */
export function ClientScreen() {
  const { id, view } = route.useParams() as { id: string; view?: string };
  return view === 'report' ? <ClientReportPage key={id} id={Number(id)} /> : <ClientPage key={id} id={Number(id)} />;
}
