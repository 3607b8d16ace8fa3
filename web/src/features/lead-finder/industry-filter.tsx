import { Autocomplete } from '@mantine/core';
import { leadFinderEndpoints } from '@overture/contract/lead-finder';
import type { IndustryFilter as Industry } from '@overture/domain/lead-finder';
import { FINDER_LIMITS } from '@overture/domain/limits';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryOptions } from '../../lib/api-client.ts';
import { ChosenList } from './chosen-list.tsx';
import { findIndustries, industryLabel } from './industry-search.ts';
import { t } from './texts.ts';

interface IndustryFilterProps {
  chosen: readonly Industry[];
  onChange: (chosen: Industry[]) => void;
}

/** Industries of companies: a main one stands for all its parts. The search begins after one letter (leads 5). */
export function IndustryFilter({ chosen, onChange }: IndustryFilterProps) {
  const [text, setText] = useState('');
  // Cached for five minutes (leads 7).
  const all = useQuery({ ...queryOptions(leadFinderEndpoints.listIndustries), staleTime: 300_000 });
  const known = useMemo(() => new Set(chosen.map(industryLabel)), [chosen]);
  const found = useMemo(() => {
    const wanted = text.trim();
    if (wanted.length <= 1 || !all.data) return [];
    return findIndustries(all.data, wanted).filter((industry) => !known.has(industryLabel(industry)));
  }, [all.data, text, known]);
  const byLabel = new Map(found.map((industry) => [industryLabel(industry), industry]));

  function choose(label: string) {
    const industry = byLabel.get(label);
    if (industry) onChange([...chosen, industry]);
    setText('');
  }
  const isEmpty = text.trim().length > 1 && all.isSuccess && found.length === 0;
  return (
    <>
      <Autocomplete
        aria-label={t('industry')}
        placeholder={t('industry_placeholder')}
        value={text}
        onChange={setText}
        // Mantine would write what was chosen into the field; here it becomes a chip and the field is free for the next.
        comboboxProps={{ onOptionSubmit: choose }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.defaultPrevented) return;
          event.preventDefault();
          const first = found[0];
          if (first) choose(industryLabel(first));
        }}
        data={[...byLabel.keys()]}
        filter={({ options }) => options}
        limit={30}
        disabled={chosen.length >= FINDER_LIMITS.max_industries}
        description={isEmpty ? t('location_none') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        selectFirstOptionOnChange
      />
      <ChosenList
        items={chosen.map((industry) => ({ key: industryLabel(industry), label: industryLabel(industry) }))}
        onRemove={(label) => onChange(chosen.filter((industry) => industryLabel(industry) !== label))}
      />
    </>
  );
}
