import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from '../inputs/app-button.tsx';
import { fillText, uiTexts } from '../ui-texts.ts';

interface PaginationProps {
  /** 1-based. */
  page: number;
  pageSize: number;
  total: number;
  /** Where paging ends though there is more; left out where every page can be reached. */
  maxPages?: number;
  onChange: (page: number) => void;
}

const grouped = new Intl.NumberFormat('en');

/** Previous, next and where we are. Nothing is shown when everything fits on one page. */
export function Pagination({ page, pageSize, total, maxPages, onChange }: PaginationProps) {
  const pages = Math.min(maxPages ?? Number.POSITIVE_INFINITY, Math.max(1, Math.ceil(total / pageSize)));
  if (total <= pageSize) return null;
  const from = (page - 1) * pageSize + 1;
  const values = {
    from: grouped.format(from),
    to: grouped.format(Math.min(total, page * pageSize)),
    total: grouped.format(total),
  };
  return (
    <nav
      className="flex flex-none items-center justify-end gap-0.5 h-11 ps-gutter pe-[calc(var(--gutter)_-_6px)] border-t border-line bg-surface"
      aria-label={fillText(uiTexts.pageOf, { page, pages })}
    >
      <span className="me-2 text-ink-3 text-table number">{fillText(uiTexts.rangeOf, values)}</span>
      <IconButton label={uiTexts.previousPage} disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <IconChevronLeft size={17} aria-hidden />
      </IconButton>
      <IconButton label={uiTexts.nextPage} disabled={page >= pages} onClick={() => onChange(page + 1)}>
        <IconChevronRight size={17} aria-hidden />
      </IconButton>
    </nav>
  );
}
