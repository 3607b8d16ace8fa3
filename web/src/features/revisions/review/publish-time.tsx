import { SegmentedControl, TextInput } from '@mantine/core';
import { findTimeProblem } from '@overture/domain/flow/timed-publishing';
import { REVISION_LIMITS } from '@overture/domain/limits';
import { instantOfWall, wallClockAt } from '@overture/domain/time/local-time';
import { labelTimeZone } from '@overture/domain/time/timezones';
import { useState } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { t } from './texts.ts';

/** Null: a time, but none that can be chosen. */
export type ChosenTime = 'now' | Date | null;

/** When the changes are published: now, or at a time in the campaign's zone. */
export function PublishTime({ zone, onChange }: { zone: string; onChange: (time: ChosenTime) => void }) {
  const [now] = useState(serverNow);
  const [isTimed, setTimed] = useState(false);
  const [wall, setWall] = useState(() => nextMorning(now, zone));
  const problem = findProblem(wall, zone, now);
  const at = instantOfWall(wall, zone);
  function choose(timed: boolean, given: string) {
    setTimed(timed);
    setWall(given);
    if (!timed) onChange('now');
    else onChange(findProblem(given, zone, now) === null ? instantOfWall(given, zone) : null);
  }
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
      <legend className="mb-1.5 p-0 font-medium text-table">{t('when')}</legend>
      <SegmentedControl
        className="self-start"
        aria-label={t('when')}
        data={[
          { value: 'now', label: t('now') },
          { value: 'scheduled_time', label: t('scheduled_time') },
        ]}
        value={isTimed ? 'scheduled_time' : 'now'}
        onChange={(value) => choose(value === 'scheduled_time', wall)}
      />
      {isTimed ? (
        <TextInput
          type="datetime-local"
          className="max-w-90"
          label={t('time', { zone: labelTimeZone(zone, at ?? now) })}
          description={[problem === null ? ownTime(at, zone) : null, t('time_text')].filter(Boolean).join(' ')}
          value={wall}
          min={wallOf(now.getTime(), zone)}
          error={problem}
          onChange={(event) => choose(true, event.currentTarget.value)}
        />
      ) : null}
    </fieldset>
  );
}

/** The same moment in the user's zone, if it differs. */
function ownTime(at: Date | null, zone: string): string | null {
  if (at === null || formatDateTime(at) === formatDateTime(at, zone)) return null;
  return t('time_own', { when: formatDateTime(at) });
}

/** The words of the server for a time it would refuse. */
function findProblem(wall: string, zone: string, now: Date): string | null {
  const at = instantOfWall(wall, zone);
  if (at === null) return t('time_missing');
  const problem = findTimeProblem(at, now);
  if (problem === null) return null;
  return problem === 'past' ? t('time_past') : t('time_far', { days: REVISION_LIMITS.timed_days });
}

const DAY_IN_MS = 86_400_000;
const NINE = '09:00';

const wallOf = (epochMs: number, zone: string): string =>
  new Date(wallClockAt(epochMs, zone).wall_ms).toISOString().slice(0, 16);

/** Nine in the morning of the next day. */
const nextMorning = (now: Date, zone: string): string =>
  `${wallOf(now.getTime() + DAY_IN_MS, zone).slice(0, 10)}T${NINE}`;
