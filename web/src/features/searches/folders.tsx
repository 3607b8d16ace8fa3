import type { Search } from '@overture/contract/searches';
import { useState } from 'react';
import { locale } from '../../lib/format.ts';
import { ChoiceChip, ChoiceChips } from '../../ui/inputs/choice-chip.tsx';
import { t } from './texts.ts';

const names = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

/** Names of the folders that lists are in. */
export function foldersOf(searches: readonly Search[] | undefined): string[] {
  const folders = new Set(searches?.flatMap(({ folder }) => folder ?? []));
  return [...folders].sort(names.compare);
}

/** The folder that is looked at. */
export function useFolder(searches: readonly Search[] | undefined) {
  const [chosen, setFolder] = useState<string | null>(null);
  const folders = foldersOf(searches);
  // The last list may have left it.
  const folder = chosen !== null && folders.includes(chosen) ? chosen : null;
  return { folder, setFolder, hasFolders: folders.length > 0 };
}

interface FolderChipsProps {
  searches: readonly Search[] | undefined;
  /** Null shows the lists of all folders. */
  folder: string | null;
  onChange: (folder: string | null) => void;
}

/** Narrows the lists to those of a folder. Nothing is shown while no list is in one. */
export function FolderChips({ searches, folder, onChange }: FolderChipsProps) {
  const folders = foldersOf(searches);
  if (folders.length === 0) return null;
  return (
    <ChoiceChips label={t('folders')}>
      {folders.map((name) => (
        <ChoiceChip key={name} isChosen={folder === name} onClick={() => onChange(folder === name ? null : name)}>
          {name}
        </ChoiceChip>
      ))}
    </ChoiceChips>
  );
}
