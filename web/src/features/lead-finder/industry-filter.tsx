import { leadFinderEndpoints } from '@overture/contract/lead-finder';
import type { IndustryFilter as Industry, LeadFinderFilters } from '@overture/domain/finder/lead-finder';
import { FINDER_LIMITS } from '@overture/domain/limits';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { findIndustries, industryLabel } from './industry-search.ts';
import { SearchField } from './search-field.tsx';
import { t } from './texts.ts';

type Industries = Pick<LeadFinderFilters, 'industry' | 'excluded_industry'>;

interface IndustryFilterProps {
  filters: Industries;
  onChange: (part: Partial<Industries>) => void;
}

/** Industries of companies, and industries to leave out, which may be parts of them. A main one includes all its parts. */
export function IndustryFilter({ filters, onChange }: IndustryFilterProps) {
  const { industry, excluded_industry } = filters;
  return (
    <div className="flex flex-col gap-3">
      <IndustriesField
        chosen={industry}
        others={excluded_industry}
        onChange={(industries) => onChange({ industry: industries })}
      />
      <IndustriesField
        isExclusion
        chosen={excluded_industry}
        others={industry}
        onChange={(industries) => onChange({ excluded_industry: industries })}
      />
    </div>
  );
}

interface IndustriesFieldProps {
  isExclusion?: boolean;
  chosen: readonly Industry[];
  /** Of the other field: nothing is included and excluded. */
  others: readonly Industry[];
  onChange: (chosen: Industry[]) => void;
}

/** The search starts after one letter. */
function IndustriesField({ isExclusion, chosen, others, onChange }: IndustriesFieldProps) {
  const [text, setText] = useState('');
  // Cached for five minutes.
  const all = useQuery({ ...queryOptions(leadFinderEndpoints.listIndustries), staleTime: 300_000 });
  const known = useMemo(() => new Set([...chosen, ...others].map(industryLabel)), [chosen, others]);
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
      label={t(isExclusion ? 'industry_not' : 'industry')}
      placeholder={t(isExclusion ? 'industry_not_placeholder' : 'industry_placeholder')}
      isExclusion={isExclusion}
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
