import { leadFinderEndpoints } from '@overture/contract/lead-finder';
import type { LeadFinderFilters } from '@overture/domain/finder/lead-finder';
import { placeKey } from '@overture/domain/finder/lead-finder-parse';
import { FINDER_LIMITS } from '@overture/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { SearchField } from './search-field.tsx';
import { t } from './texts.ts';

type Places = Pick<LeadFinderFilters, 'prospect_location' | 'excluded_location'>;

interface LocationFilterProps {
  filters: Places;
  onChange: (part: Partial<Places>) => void;
}

/** Places to look in, and places to leave out, which may lie within them. */
export function LocationFilter({ filters, onChange }: LocationFilterProps) {
  const { prospect_location, excluded_location } = filters;
  return (
    <div className="flex flex-col gap-3">
      <PlacesField
        chosen={prospect_location}
        others={excluded_location}
        onChange={(places) => onChange({ prospect_location: places })}
      />
      <PlacesField
        isExclusion
        chosen={excluded_location}
        others={prospect_location}
        onChange={(places) => onChange({ excluded_location: places })}
      />
    </div>
  );
}

interface PlacesFieldProps {
  isExclusion?: boolean;
  chosen: readonly { name: string }[];
  /** Of the other field: nothing is included and excluded. */
  others: readonly { name: string }[];
  onChange: (chosen: { name: string }[]) => void;
}

/** Places, looked up from the second letter on. */
function PlacesField({ isExclusion, chosen, others, onChange }: PlacesFieldProps) {
  const [text, setText] = useState('');
  const query = text.trim();
  const isAsking = query.length > 1;
  const found = useQuery({
    ...queryOptions(leadFinderEndpoints.findLocations, { query: { query } }),
    enabled: isAsking,
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });
  const known = new Set([...chosen, ...others].map(placeKey));
  const names = isAsking
    ? (found.data?.items ?? []).map(({ name }) => name).filter((name) => !known.has(placeKey({ name })))
    : [];
  const isEmpty = isAsking && found.isSuccess && !found.isPlaceholderData && found.data.items.length === 0;

  function choose(name: string) {
    if (!known.has(placeKey({ name }))) onChange([...chosen, { name }]);
    setText('');
  }
  return (
    <SearchField
      label={t(isExclusion ? 'location_not' : 'location')}
      placeholder={t(isExclusion ? 'location_not_placeholder' : 'location_placeholder')}
      isExclusion={isExclusion}
      text={text}
      onText={setText}
      found={names}
      limit={20}
      chosen={chosen.map(({ name }) => name)}
      onChoose={choose}
      onRemove={(name) => onChange(chosen.filter((place) => place.name !== name))}
      isFull={chosen.length >= FINDER_LIMITS.max_locations}
      description={query.length === 1 ? t('location_more') : isEmpty ? t('location_none') : undefined}
    />
  );
}
