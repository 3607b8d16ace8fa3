import { TagsInput } from '@mantine/core';
import { leadFinderEndpoints } from '@overture/contract/lead-finder';
import type { TagFilter } from '@overture/domain/finder/lead-finder';
import { addTag } from '@overture/domain/finder/lead-finder-parse';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { t } from './texts.ts';

const lists = ['can', 'must', 'doesnt'] as const;
type ListName = (typeof lists)[number];

interface TagFilterFieldProps {
  /** What is filtered, for screen readers. */
  label: string;
  tags: TagFilter;
  /** The dialog opens with the focus in its first field. */
  startsFocused?: boolean;
  /** Offers job titles of the lead database for what is typed. */
  offersTitles?: boolean;
  onChange: (tags: TagFilter) => void;
}

/** Words to include and exclude. Enter adds one; a word cannot be in both lists. */
export function TagFilterField({ label, tags, startsFocused, offersTitles = false, onChange }: TagFilterFieldProps) {
  const [problem, setProblem] = useState<{ list: ListName; text: string }>();

  function change(list: ListName, values: string[]) {
    setProblem(undefined);
    let next: TagFilter = { ...tags, [list]: tags[list].filter((tag) => values.includes(tag)) };
    for (const value of values.filter((tag) => !tags[list].includes(tag))) {
      const added = addTag(next, list, value);
      if ('error' in added) setProblem({ list, text: added.error });
      else next = added;
    }
    onChange(next);
  }
  return (
    <div className="flex flex-col gap-3">
      {lists.map((list) => (
        <TagList
          key={list}
          list={list}
          label={label}
          tags={tags}
          offersTitles={offersTitles}
          error={problem?.list === list ? problem.text : undefined}
          startsFocused={startsFocused && list === lists[0]}
          onChange={(values) => change(list, values)}
          onDuplicate={() => setProblem({ list, text: t('duplicate') })}
        />
      ))}
    </div>
  );
}

interface TagListProps {
  list: ListName;
  label: string;
  tags: TagFilter;
  offersTitles: boolean;
  error: string | undefined;
  startsFocused: boolean | undefined;
  onChange: (values: string[]) => void;
  onDuplicate: () => void;
}

function TagList({ list, label, tags, offersTitles, error, startsFocused, onChange, onDuplicate }: TagListProps) {
  const [typed, setTyped] = useState('');
  const titles = useJobTitles(typed, offersTitles);
  const known = new Set(lists.flatMap((one) => tags[one]).map((tag) => tag.toLowerCase()));
  return (
    <TagsInput
      label={t(list)}
      description={t(`${list}_hint`)}
      aria-label={t('tag_add', { list: t(list), filter: label })}
      placeholder={tags[list].length === 0 ? t('tag_placeholder') : ''}
      value={tags[list]}
      onChange={onChange}
      onDuplicate={onDuplicate}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      data={titles.filter((title) => !known.has(title.toLowerCase()))}
      // Offered is what the server found, also without an accent or by a later word.
      filter={({ options }) => options}
      splitChars={[',', ';']}
      acceptValueOnBlur
      data-autofocus={startsFocused || undefined}
      size="sm"
    />
  );
}

/** Job titles of the lead database for what is typed, from the second letter on. */
function useJobTitles(typed: string, isOffering: boolean): string[] {
  const query = typed.trim();
  const isAsking = isOffering && query.length > 1;
  const { data } = useQuery({
    ...queryOptions(leadFinderEndpoints.findJobTitles, { query: { query } }),
    enabled: isAsking,
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });
  return isAsking ? (data?.items ?? []).map(({ name }) => name) : [];
}
