import { type EnrichmentPrompt, enrichmentEndpoints } from '@overture/contract/enrichment';
import type { KnownKeys } from '@overture/domain/message/resolve';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { useCustomColumns } from '../../custom-columns/index.ts';

const STALE_IN_MS = 60_000;

/** What messages can name beside what everybody's can; what is not known yet is left out, and nothing of it is said to be wrong. */
export function useKnownKeys(): KnownKeys {
  const custom = useCustomColumns().all;
  // Hidden tasks still have results: a user who cannot see all of them gets no "unknown variable" error.
  const flags = useUser().organization.branding_settings;
  const seesAll =
    flags.ai_research_enabled && flags.default_ai_research_tasks_enabled && flags.custom_ai_research_tasks_enabled;
  const { data: tasks } = useQuery({
    ...queryOptions(enrichmentEndpoints.listResearchTasks),
    staleTime: STALE_IN_MS,
    enabled: seesAll,
  });
  return useMemo(
    () => ({
      custom: custom?.map(({ key }) => key),
      research: seesAll ? tasks?.flatMap(({ key }) => key ?? []) : undefined,
    }),
    [custom, seesAll, tasks],
  );
}

export type NamedTask = Pick<EnrichmentPrompt, 'id' | 'name'> & { key: string; is_answered: boolean };

/** Research tasks in use, whose results messages can name; none where research is switched off. */
export function useNamedTasks(): readonly NamedTask[] {
  const isOn = useUser().organization.branding_settings.ai_research_enabled;
  const { data } = useQuery({
    ...queryOptions(enrichmentEndpoints.listUsedPrompts),
    staleTime: STALE_IN_MS,
    enabled: isOn,
  });
  return useMemo(
    () =>
      (isOn ? (data ?? []) : []).flatMap(({ id, name, key, is_answered }) =>
        key === null ? [] : [{ id, name, key, is_answered }],
      ),
    [isOn, data],
  );
}
