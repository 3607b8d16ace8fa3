import { leadFinderEndpoints } from '@overture/contract/lead-finder';
import { FINDER_LIMITS } from '@overture/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { SearchField } from './search-field.tsx';
import { t } from './texts.ts';

interface LocationFilterProps {
  chosen: readonly { name: string }[];
  onChange: (chosen: { name: string }[]) => void;
}

/** Places, looked up from the second letter on. */
export function LocationFilter({ chosen, onChange }: LocationFilterProps) {
  const [text, setText] = useState('');
  const query = text.trim();
  const isAsking = query.length > 1;
  const found = useQuery({
    ...queryOptions(leadFinderEndpoints.findLocations, { query: { query } }),
    enabled: isAsking,
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });
  const known = new Set(chosen.map(({ name }) => name));
  const names = isAsking ? (found.data?.items ?? []).map(({ name }) => name).filter((name) => !known.has(name)) : [];
  const isEmpty = isAsking && found.isSuccess && !found.isPlaceholderData && found.data.items.length === 0;

  function choose(name: string) {
    if (!known.has(name)) onChange([...chosen, { name }]);
    setText('');
  }
  return (
    <SearchField
      label={t('location')}
      placeholder={t('location_placeholder')}
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
