import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { excludedDomainsEndpoints } from '@overture/contract/excluded-domains';
import { parseExclusions } from '@overture/domain/addresses/exclusions';
import { EXCLUSION_LIST } from '@overture/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { t } from './texts.ts';
import { useAddDomains } from './use-excluded-domains.ts';

const SHOWN = 40;

/** The typed list, read a moment after the last key: what is new in it. */
function usePastedList(pasted: string) {
  const [text, setText] = useState(pasted);
  const [settled] = useDebouncedValue(text, 300);
  const read = useMemo(() => parseExclusions(settled), [settled]);
  const check = useQuery({
    ...queryOptions(excludedDomainsEndpoints.checkExcludedDomains, { body: { domains: read.entries } }),
    enabled: read.entries.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const known = new Set(check.data?.already_excluded);
  const fresh = read.entries.filter((entry) => !known.has(entry));
  const isReading = settled !== text || (read.entries.length > 0 && check.isFetching);
  return { text, setText, read, known, fresh, isReading };
}

/** What a pasted list was understood as: what is new, what is excluded already, and what cannot be read. */
export function PasteDialog({ text: pasted, onClose }: { text: string; onClose: () => void }) {
  const { text, setText, read, known, fresh, isReading } = usePastedList(pasted);
  const add = useAddDomains(onClose);
  return (
    <FormDialog
      onClose={onClose}
      isChanged={text !== pasted && text.trim() !== ''}
      title={t('paste_title')}
      confirmLabel={fresh.length === 0 ? t('paste_none') : t('paste_add', { shown: formatNumber(fresh.length) })}
      pending={add.isPending}
      disabled={fresh.length === 0 || isReading}
      confirm={() => add.mutate(fresh)}
    >
      <div className="flex flex-col gap-4">
        <Textarea
          label={t('paste_label')}
          description={t('paste_hint')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rows={6}
          data-autofocus
          spellCheck={false}
          autoComplete="off"
        />
        {read.is_cut ? (
          <p role="status" className="text-amber text-table">
            {t('paste_cut', { most: formatNumber(EXCLUSION_LIST.max_entries) })}
          </p>
        ) : null}
        <Part title={t('paste_new')} values={fresh} />
        <Part title={t('paste_known')} values={read.entries.filter((entry) => known.has(entry))} />
        <Part title={t('paste_unreadable')} values={read.unreadable} isProblem />
      </div>
    </FormDialog>
  );
}

function Part({ title, values, isProblem }: { title: string; values: readonly string[]; isProblem?: boolean }) {
  if (values.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={`mb-2 text-table font-medium ${isProblem ? 'text-amber' : 'text-ink-3'}`}>
        {title} <span className="number">({formatNumber(values.length)})</span>
      </h3>
      <ul className="flex flex-wrap gap-1.5 max-h-40 m-0 p-0 list-none overflow-y-auto">
        {values.slice(0, SHOWN).map((value) => (
          <li key={value} title={value} className="max-w-full py-0.5 px-2.5 rounded-full bg-sunken text-table truncate">
            {value}
          </li>
        ))}
        {values.length > SHOWN ? (
          <li className="py-0.5 text-ink-3 text-table">
            {t('paste_more', { more: formatNumber(values.length - SHOWN) })}
          </li>
        ) : null}
      </ul>
    </section>
  );
}
