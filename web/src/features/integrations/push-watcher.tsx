import { integrationsEndpoints } from '@overture/contract/integrations';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { reportWrite } from '../../lib/api/writes.ts';
import { formatNumber } from '../../lib/format.ts';
import { type RunningJob, showJob } from '../../lib/jobs.ts';
import { pb } from '../../lib/navigation/paths.ts';
import { defineTexts } from '../../lib/texts.ts';
import { useThrottled } from '../../lib/throttle.ts';
import { toast } from '../../ui/feedback/toast.tsx';

/** Apart from the rest: the shell needs these alone. */
const t = defineTexts({
  job: 'Pushing to {name}',
  job_count: '{done} of {total}',
  job_failures: '{count} failed',
  job_paused: 'Paused: {reason}',
  stop_failed: "Couldn't stop the push.",
});

interface Progress {
  push_id: number;
  name: string;
  state: string;
  total_count: number;
  pushed_count: number;
  failed_count: number;
  error: string | null;
}

/** Not more often: each time the tables on screen are fetched. */
const MARKED_EVERY_MS = 3000;

/** Pushes of a few leads are over before a bar is read. */
const SHOWN_FROM = 26;

/** Mounted once in the shell: shows long CRM pushes in the jobs tray, after a reload too. */
export function PushWatcher() {
  const pushes = useQuery({
    ...queryOptions(integrationsEndpoints.listCrmPushes),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  useEffect(() => {
    for (const push of pushes?.pushes ?? []) if (push.state === 'running') show({ ...push, push_id: push.id });
  }, [pushes]);
  // A push of minutes marks leads long after its request was answered.
  const refetchMarked = useThrottled(() => reportWrite(integrationsEndpoints.pushProspects), MARKED_EVERY_MS);
  useLiveEvent('crm_push_progress', (progress) => {
    show(progress);
    refetchMarked();
  });
  return null;
}

const STATES: Record<string, RunningJob['state']> = {
  running: 'running',
  done: 'finished',
  stopped: 'stopped',
  failed: 'failed',
};

function show({ push_id, name, state, total_count, pushed_count, failed_count, error }: Progress): void {
  if (total_count < SHOWN_FROM) return;
  const done = pushed_count + failed_count;
  const counts = [
    t('job_count', { done: formatNumber(done), total: formatNumber(total_count) }),
    ...(failed_count > 0 ? [t('job_failures', { count: formatNumber(failed_count) })] : []),
    ...(error && state === 'running' ? [t('job_paused', { reason: error })] : []),
  ];
  showJob({
    id: `crm-push-${push_id}`,
    label: t('job', { name }),
    done,
    total: total_count,
    count: counts.join(' · '),
    state: STATES[state] ?? 'running',
    to: pb.integrations(),
    onStop: state === 'running' ? () => void stop(push_id) : undefined,
  });
}

async function stop(pushId: number): Promise<void> {
  try {
    const { push } = await call(integrationsEndpoints.stopCrmPush, { params: { pushId } });
    show({ ...push, push_id: push.id });
  } catch (error) {
    toast.error(errorMessage(error, t('stop_failed')));
  }
}
