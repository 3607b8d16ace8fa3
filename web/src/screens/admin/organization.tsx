import { getRouteApi } from '@tanstack/react-router';
import { OrganizationPage } from '../../features/admin/index.ts';

const route = getRouteApi('/private/admin/organizations/$id');

export function AdminOrganizationScreen() {
  const { id } = route.useParams() as { id: string };
  return <OrganizationPage key={id} id={Number(id)} />;
}
