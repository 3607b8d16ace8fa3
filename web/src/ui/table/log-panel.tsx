import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/spinner.tsx';
import { EmptyState } from '../feedback/states.tsx';
import { StatusChip, type StatusTone } from '../feedback/status-chip.tsx';
import { SidePanel } from '../overlays/overlay.tsx';
import { Pagination } from './pagination.tsx';

interface LogPanelProps<Shown extends string> {
  title: string;
  onClose: () => void;
  footer?: ReactNode;
  filter: {
    label: string;
    options: { value: Shown; label: string }[];
    value: Shown;
    onChange: (value: Shown) => void;
  };
  failure: ReactNode;
  isPending: boolean;
  /** Said where the log has no entries. */
  empty: { title: string; text?: string | undefined } | null;
  pages: { page: number; pageSize: number; total: number | undefined; onChange: (page: number) => void };
  children: ReactNode;
}

/** The log of something beside its list: a filter, its entries by page, newest first. */
export function LogPanel<Shown extends string>(props: LogPanelProps<Shown>) {
  const { title, onClose, footer, filter, failure, isPending, empty, pages } = props;
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={640}
      title={<span className="wrap-anywhere">{title}</span>}
      footer={footer}
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          aria-label={filter.label}
          data={filter.options}
          value={filter.value}
          onChange={(value) => filter.onChange(value as Shown)}
        />
        {failure}
        {isPending ? <Skeleton height={180} /> : null}
        {empty ? <EmptyState compact title={empty.title} text={empty.text} /> : null}
        <ul className="flex flex-col m-0 p-0 list-none">{props.children}</ul>
        <Pagination {...pages} />
      </div>
    </SidePanel>
  );
}

interface LogEntryProps {
  tone: StatusTone;
  state: string;
  title: string;
  when: ReactNode;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** An entry, which opens in its place. */
export function LogEntry({ tone, state, title, when, onToggle, children }: LogEntryProps) {
  return (
    <li className="border-b border-line py-2">
      <details onToggle={({ currentTarget: { open } }) => onToggle?.(open)}>
        <summary className="flex items-center gap-3 cursor-pointer text-table">
          <StatusChip tone={tone}>{state}</StatusChip>
          <span className="flex-1 min-w-0 truncate" title={title}>
            {title}
          </span>
          <span className="text-ink-3 text-meta whitespace-nowrap">{when}</span>
        </summary>
        {children}
      </details>
    </li>
  );
}
