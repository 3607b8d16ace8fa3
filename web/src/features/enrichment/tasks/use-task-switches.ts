import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { flagOfTask } from '@overture/domain/access/feature-flags';
import { useCallback } from 'react';
import { useUser } from '../../../lib/api/session.ts';

/** Tells tasks whose kind the organization has switched off: they cannot be run or changed, what they found stays. */
export function useIsTaskOff(): (task: EnrichmentPrompt) => boolean {
  const flags = useUser().organization.branding_settings;
  return useCallback(
    (task) => {
      const flag = flagOfTask(task);
      return flag !== null && !flags[flag];
    },
    [flags],
  );
}
