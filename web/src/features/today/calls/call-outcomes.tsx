import { TextInput } from '@mantine/core';
import { callsEndpoints } from '@overture/contract/calls';
import { CALL_OUTCOMES, type CallOutcome } from '@overture/domain/calls/call-outcomes';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { callOutcomeLabel } from '../../../lib/labels/inbox/call-outcome.ts';
import { KeyHint } from '../../../ui/display/key-hint.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';

interface CallOutcomesProps {
  isBusy: boolean;
  /** When to call again, as the field has it; null until that outcome is chosen. */
  again: string | null;
  onAgain: (value: string | null) => void;
  onRecord: (outcome: CallOutcome, own?: { id: number; name: string }) => void;
}

/** Built-in outcomes by their keys, then those of the organization. */
export function CallOutcomes({ isBusy, again, onAgain, onRecord }: CallOutcomesProps) {
  const own = useQuery(queryOptions(callsEndpoints.listCallOutcomes)).data?.call_outcomes ?? [];
  if (again !== null)
    return <AgainForm again={again} isBusy={isBusy} onAgain={onAgain} onSave={() => onRecord('later')} />;
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0 min-w-0">
      <legend className="p-0 mb-2 text-ink-3 text-table font-medium">{t('outcome_of')}</legend>
      <div className="grid gap-2 grid-cols-[repeat(auto-fill,minmax(170px,1fr))]">
        {CALL_OUTCOMES.map((outcome, index) => (
          <AppButton
            key={outcome}
            fullWidth
            disabled={isBusy}
            rightIcon={<KeyHint keys={[String(index + 1)]} />}
            onClick={() => onRecord(outcome)}
          >
            {callOutcomeLabel(outcome)}
          </AppButton>
        ))}
        {own.map(({ id, name, means }) => (
          <AppButton key={id} fullWidth disabled={isBusy} onClick={() => onRecord(means, { id, name })}>
            {name}
          </AppButton>
        ))}
      </div>
    </fieldset>
  );
}

function AgainForm({
  again,
  isBusy,
  onAgain,
  onSave,
}: {
  again: string;
  isBusy: boolean;
  onAgain: (value: string | null) => void;
  onSave: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave();
  }
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={submit}>
      <TextInput
        ref={field}
        type="datetime-local"
        label={t('call_again')}
        required
        min={toLocalInput(new Date())}
        value={again}
        onChange={({ currentTarget }) => onAgain(currentTarget.value)}
      />
      <AppButton type="submit" kind="primary" disabled={isBusy || again === ''}>
        {t('call_again_save')}
      </AppButton>
      <AppButton onClick={() => onAgain(null)}>{t('cancel')}</AppButton>
    </form>
  );
}

/** As a field of date and time has it, by the clock of the browser. */
export function toLocalInput(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
