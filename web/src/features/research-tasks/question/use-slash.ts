import { useCombobox } from '@mantine/core';
import { foldCase } from '@overture/domain/text/text';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { InputColumn } from './use-inputs.ts';

/** A slash at the beginning of a word, with what was typed behind it up to the caret. */
const SLASH = /(?:^|\s)\/([\p{L}\p{N}_-][\p{L}\p{N} _-]{0,40})?$/u;

/** Where a column is being looked for, or null. */
export function findSlash(text: string, caret: number): { start: number; typed: string } | null {
  const before = text.slice(0, caret);
  const found = SLASH.exec(before);
  if (found === null) return null;
  const typed = found[1] ?? '';
  return { start: caret - typed.length - 1, typed };
}

/** The text with a column's name in the place of `start` to `end`, and the caret behind it. */
export function insertName(text: string, name: string, start: number, end: number): { text: string; caret: number } {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const isApart = before === '' || /\s$/.test(before);
  const written = `${isApart ? '' : ' '}{{${name}}}${/^[\s.,;:?!)]/.test(after) ? '' : ' '}`;
  return { text: `${before}${written}${after}`, caret: start + written.length };
}

/** The text without a column's name. */
export function removeName(text: string, name: string): string {
  const bare = name.replaceAll('.', '\\.');
  return text.replace(new RegExp(`[^\\S\\n]?\\{\\{\\s{0,20}${bare}\\s{0,20}\\}\\}`, 'gu'), '');
}

/** The menu of columns that a slash opens in a text field. */
export function useSlash(text: string, columns: readonly InputColumn[] | undefined, onChange: (text: string) => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [slash, setSlash] = useState<{ start: number; end: number; typed: string } | null>(null);
  const wanted = foldCase(slash?.typed.trim() ?? '');
  const isStart = ({ label }: InputColumn) => foldCase(label).startsWith(wanted);
  const found = (slash === null ? [] : (columns ?? []))
    .filter(({ label }) => foldCase(label).includes(wanted))
    .sort((one, other) => Number(isStart(other)) - Number(isStart(one)));
  const isOpen = found.length > 0;
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: (opened) => (opened ? undefined : setSlash(null)) });
  const { selectFirstOption, resetSelectedOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first of the options shown is chosen whenever they change.
  useEffect(() => {
    if (isOpen) selectFirstOption();
    else resetSelectedOption();
  }, [isOpen, wanted]);
  useEffect(() => {
    if (caret.current === null || field.current === null) return;
    field.current.focus();
    field.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function follow({ value, selectionStart }: HTMLTextAreaElement) {
    const next = findSlash(value, selectionStart);
    setSlash(next && { ...next, end: selectionStart });
  }
  function begin() {
    const at = field.current?.selectionStart ?? text.length;
    setSlash({ start: at, end: at, typed: '' });
    caret.current = at;
  }
  function choose(name: string) {
    if (slash === null) return;
    const written = insertName(text, name, slash.start, slash.end);
    caret.current = written.caret;
    setSlash(null);
    onChange(written.text);
  }
  function onKeyDown(event: KeyboardEvent) {
    // Escape closes the menu, not the dialog around it.
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    setSlash(null);
  }
  return { field, combobox, found, isOpen, follow, begin, choose, onKeyDown, close: () => setSlash(null) };
}
