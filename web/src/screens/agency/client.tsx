import { getRouteApi } from '@tanstack/react-router';
import { ClientPage } from '../../features/agency/index.ts';

const route = getRouteApi('/private/agency/clients/$id');

export function ClientScreen() {
  const { id } = route.useParams() as { id: string };
  return <ClientPage key={id} id={Number(id)} />;
}
