import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { IconButton } from '../inputs/app-button.tsx';
import { fillText, numberLocale, uiTexts } from '../ui-texts.ts';

interface PaginationProps {
  /** 1-based. */
  page: number;
  pageSize: number;
  /** Undefined while it is not known. */
  total: number | undefined;
  /** Where paging ends though there is more; left out where every page can be reached. */
  maxPages?: number;
  onChange: (page: number) => void;
}

const grouped = (count: number): string => count.toLocaleString(numberLocale());

/** Up to here previous and next are quick enough. */
const fewPages = 3;

/**
 * Previous, next, the rows shown, and a field for any page. Hidden when everything fits on one page. A page beyond the last one, because
 * rows were deleted, changes to the last page.
 */
export function Pagination({ page, pageSize, total, maxPages, onChange }: PaginationProps) {
  const pages = Math.min(maxPages ?? Number.POSITIVE_INFINITY, Math.max(1, Math.ceil((total ?? 0) / pageSize)));
  const isBeyond = total !== undefined && page > pages;
  useEffect(() => {
    if (isBeyond) onChange(pages);
  }, [isBeyond, pages, onChange]);
  if (total === undefined || total <= pageSize) return null;
  const from = (page - 1) * pageSize + 1;
  const values = {
    from: grouped(from),
    to: grouped(Math.min(total, page * pageSize)),
    total: grouped(total),
  };
  return (
    <nav
      className="flex flex-none items-center justify-end gap-0.5 h-11 ps-gutter pe-[calc(var(--gutter)_-_6px)] border-t border-line bg-surface"
      aria-label={fillText(uiTexts.pageOf, { page, pages })}
    >
      <span className="me-2 text-ink-3 text-table number">{fillText(uiTexts.rangeOf, values)}</span>
      {pages > fewPages ? <PageField page={page} pages={pages} onChange={onChange} /> : null}
      <IconButton label={uiTexts.previousPage} disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <IconChevronLeft size={17} aria-hidden />
      </IconButton>
      <IconButton label={uiTexts.nextPage} disabled={page >= pages} onClick={() => onChange(page + 1)}>
        <IconChevronRight size={17} aria-hidden />
      </IconButton>
    </nav>
  );
}

/** The number of the page, to be written over: Enter or leaving goes there, Escape takes it back. */
function PageField({ page, pages, onChange }: { page: number; pages: number; onChange: (page: number) => void }) {
  const [text, setText] = useState<string | undefined>();
  function go() {
    setText(undefined);
    const wanted = Math.min(pages, Math.max(1, Number.parseInt(text ?? '', 10)));
    if (Number.isSafeInteger(wanted) && wanted !== page) onChange(wanted);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') go();
    if (event.key === 'Escape') setText(undefined);
  }
  return (
    <span className="flex items-center gap-1.5 me-1 text-ink-3 text-table number">
      <input
        className="w-[7ch] h-7 px-1 border border-line rounded-[6px] bg-surface text-ink text-center text-table number"
        aria-label={uiTexts.goToPage}
        inputMode="numeric"
        value={text ?? page}
        onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 7))}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        onKeyDown={onKeyDown}
      />
      {fillText(uiTexts.ofPages, { pages: grouped(pages) })}
    </span>
  );
}
