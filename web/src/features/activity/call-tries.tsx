import type { Activity } from '@overture/contract/analytics';
import { describeCall } from '@overture/domain/calls/call-outcomes';
import { formatDateTime } from '../../lib/format.ts';
import { callOutcomeLabel } from '../../lib/labels/inbox/call-outcome.ts';

/** What was recorded about each try of a call, the first one first, and why its step ended without another one. */
export function CallTries({ calls, note: ending }: Pick<Activity, 'calls' | 'note'>) {
  const last = calls.at(-1);
  return (
    <ol className="flex flex-col gap-1 mt-1 m-0 p-0 list-none text-ink-3 text-meta">
      {calls.map(({ outcome, outcome_name, note, recorded_at }) => (
        <li key={recorded_at} className="wrap-anywhere">
          <span className="text-ink-2">{formatDateTime(recorded_at)}</span>{' '}
          {[outcome_name ?? callOutcomeLabel(outcome), note].filter(Boolean).join(': ')}
        </li>
      ))}
      {ending !== null && last && ending !== describeCall(last) ? <li>{ending}</li> : null}
    </ol>
  );
}
