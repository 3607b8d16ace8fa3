import { TagsInput } from '@mantine/core';
import type { TagFilter } from '@overture/domain/finder/lead-finder';
import { addTag } from '@overture/domain/finder/lead-finder-parse';
import { useState } from 'react';
import { t } from './texts.ts';

const lists = ['can', 'must', 'doesnt'] as const;
type ListName = (typeof lists)[number];

interface TagFilterFieldProps {
  /** What is filtered, for screen readers. */
  label: string;
  tags: TagFilter;
  /** The dialog opens with the focus in its first field. */
  startsFocused?: boolean;
  onChange: (tags: TagFilter) => void;
}

/** Words to include and exclude. Enter adds one; a word cannot be in both lists. */
export function TagFilterField({ label, tags, startsFocused, onChange }: TagFilterFieldProps) {
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
        <TagsInput
          key={list}
          label={t(list)}
          description={t(`${list}_hint`)}
          aria-label={t('tag_add', { list: t(list), filter: label })}
          placeholder={tags[list].length === 0 ? t('tag_placeholder') : ''}
          value={tags[list]}
          onChange={(values) => change(list, values)}
          onDuplicate={() => setProblem({ list, text: t('duplicate') })}
          error={problem?.list === list ? problem.text : undefined}
          splitChars={[',', ';']}
          acceptValueOnBlur
          data-autofocus={(startsFocused && list === lists[0]) || undefined}
          size="sm"
        />
      ))}
    </div>
  );
}
