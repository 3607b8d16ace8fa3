import { organizationEndpoints } from '@overture/contract/organization';
import { DEFAULT_TIME_ZONE } from '@overture/domain/time/timezones';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '../ui/feedback/spinner.tsx';
import { queryOptions } from './api/api-client.ts';

/** Shows figures once the organization's time zone is known; in UTC where it can't be loaded. The zone is written beside the figures. */
export function WithOwnZone({ height, children }: { height: number; children: (zone: string) => ReactNode }) {
  const found = useQuery({ ...queryOptions(organizationEndpoints.getTimeZone), retry: false });
  if (found.isPending) return <Skeleton height={height} radius={12} />;
  return children(found.data?.time_zone ?? DEFAULT_TIME_ZONE);
}
