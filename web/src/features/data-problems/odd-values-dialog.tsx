import { Checkbox } from '@mantine/core';
import { dataProblemsEndpoints, type OddValue, type ValueChange } from '@overture/contract/data-problems';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { leadName } from '../leads/index.ts';
import { fieldLabel } from './problem-words.ts';
import { t } from './texts.ts';
import { refetchProblems, useOddValues } from './use-problems.ts';

const keyOf = ({ prospect_id, field }: Pick<OddValue, 'prospect_id' | 'field'>): string => `${prospect_id}:${field}`;

/** Old and new beside each other: chosen, changed, taken back. */
export function OddValuesDialog({ campaignId, onClose }: { campaignId: number; onClose: () => void }) {
  const { data } = useOddValues(campaignId);
  const values = data?.odd_values ?? [];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = values.filter((value) => !left.has(keyOf(value)));
  const change = useChange(campaignId);
  const count = chosen.length;
  function choose(keys: readonly string[], isChosen: boolean) {
    const next = new Set(left);
    for (const key of keys) {
      if (isChosen) next.delete(key);
      else next.add(key);
    }
    setLeft(next);
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="large"
      title={t('odd_title')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('close')}</AppButton>
          <AppButton
            kind="primary"
            disabled={count === 0}
            loading={change.isPending}
            onClick={() => change.mutate({ changes: chosen.map(toChange), isUndo: false })}
          >
            {t('odd_apply', { count, shown: formatNumber(count) })}
          </AppButton>
        </>
      }
    >
      <Outcome change={change} />
      {values.length === 0 ? (
        <p className="text-ink-3">{t('odd_none')}</p>
      ) : (
        <OddList values={values} left={left} onChoose={choose} />
      )}
    </Dialog>
  );
}

interface OddListProps {
  values: readonly OddValue[];
  left: ReadonlySet<string>;
  onChoose: (keys: readonly string[], isChosen: boolean) => void;
}

function OddList({ values, left, onChoose }: OddListProps) {
  const count = values.filter((value) => !left.has(keyOf(value))).length;
  return (
    <>
      <p className="mb-3 text-ink-3 text-table">{t('odd_text')}</p>
      <Checkbox
        label={t('odd_all')}
        checked={count === values.length}
        indeterminate={count > 0 && count < values.length}
        onChange={(event) => onChoose(values.map(keyOf), event.currentTarget.checked)}
      />
      <ul className="flex flex-col m-0 mt-2 p-0 list-none">
        {values.map((value) => (
          <OddRow
            key={keyOf(value)}
            value={value}
            isChosen={!left.has(keyOf(value))}
            onChoose={(isChosen) => onChoose([keyOf(value)], isChosen)}
          />
        ))}
      </ul>
    </>
  );
}

function toChange({ prospect_id, field, value, suggestion }: OddValue): ValueChange {
  return { prospect_id, field, from: value, to: suggestion };
}

/** The same for changing and taking back: what was written, in both directions only where it still is what was seen. */
function useChange(campaignId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ changes }: { changes: ValueChange[]; isUndo: boolean }) =>
      call(dataProblemsEndpoints.changeOddValues, { params: { id: campaignId }, body: { changes } }),
    onSettled: () => refetchProblems(client),
  });
}

function Outcome({ change }: { change: ReturnType<typeof useChange> }) {
  const { data, error, variables } = change;
  if (error) {
    return (
      <p role="alert" className="mb-3 text-red text-table">
        {errorMessage(error, t('odd_failed'))}
      </p>
    );
  }
  if (!data || !variables) return null;
  const { changed, left } = data;
  const words = [
    variables.isUndo ? t('odd_undone') : t('odd_changed', { count: changed, shown: formatNumber(changed) }),
    ...(left > 0 ? [t('odd_left', { count: left, shown: formatNumber(left) })] : []),
  ];
  const back = variables.changes.map(({ from, to, ...place }) => ({ ...place, from: to, to: from }));
  return (
    <p role="status" className="flex items-center justify-between gap-2 mb-3 py-2 px-3 rounded-control bg-green-soft">
      {words.join(' ')}
      {variables.isUndo ? null : (
        <AppButton
          size="small"
          loading={change.isPending}
          onClick={() => change.mutate({ changes: back, isUndo: true })}
        >
          {t('undo')}
        </AppButton>
      )}
    </p>
  );
}

interface OddRowProps {
  value: OddValue;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function OddRow({ value, isChosen, onChoose }: OddRowProps) {
  const name = leadName(value);
  const to = value.suggestion === '' ? t('odd_empty') : value.suggestion;
  return (
    <li className="flex items-start gap-3 py-2 border-t border-line text-table">
      <Checkbox
        checked={isChosen}
        aria-label={t('odd_row', { field: fieldLabel(value.field), name, from: value.value, to })}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <div className="flex-1 min-w-0">
        <p className="wrap-anywhere">
          <del className="text-ink-3 whitespace-pre-wrap">{value.value}</del> →{' '}
          <ins className={value.suggestion === '' ? 'text-ink-3 no-underline italic' : 'no-underline font-medium'}>
            {to}
          </ins>
        </p>
        <p className="text-ink-3 text-meta wrap-anywhere">
          {[fieldLabel(value.field), name, value.reason].filter(Boolean).join(' · ')}
        </p>
      </div>
    </li>
  );
}
