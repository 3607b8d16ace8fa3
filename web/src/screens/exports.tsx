import { getRouteApi } from '@tanstack/react-router';
import { ExportsPage } from '../features/exports/index.ts';

const route = getRouteApi('/private/exports');

/** `?link=` is the number of a link that was mailed. */
export function ExportsScreen() {
  return <ExportsPage link={route.useSearch().link} />;
}
