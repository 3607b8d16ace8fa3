import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { flagOfTask } from '@overture/domain/access/task-flag';
import { useCallback } from 'react';
import { useUser } from '../../lib/api/session.ts';

/** Tasks whose kind the organization has turned off: they cannot run or change; their results stay. */
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
