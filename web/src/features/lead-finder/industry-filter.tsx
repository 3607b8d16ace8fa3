import { leadFinderEndpoints } from '@overture/contract/lead-finder';
import type { IndustryFilter as Industry } from '@overture/domain/finder/lead-finder';
import { FINDER_LIMITS } from '@overture/domain/limits';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { findIndustries, industryLabel } from './industry-search.ts';
import { SearchField } from './search-field.tsx';
import { t } from './texts.ts';

interface IndustryFilterProps {
  chosen: readonly Industry[];
  onChange: (chosen: Industry[]) => void;
}

/** Industries of companies: a main one includes all its parts. The search starts after one letter. */
export function IndustryFilter({ chosen, onChange }: IndustryFilterProps) {
  const [text, setText] = useState('');
  // Cached for five minutes.
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
    <SearchField
      label={t('industry')}
      placeholder={t('industry_placeholder')}
      text={text}
      onText={setText}
      found={[...byLabel.keys()]}
      limit={30}
      chosen={chosen.map(industryLabel)}
      onChoose={choose}
      onRemove={(label) => onChange(chosen.filter((industry) => industryLabel(industry) !== label))}
      isFull={chosen.length >= FINDER_LIMITS.max_industries}
      description={isEmpty ? t('location_none') : undefined}
    />
  );
}
