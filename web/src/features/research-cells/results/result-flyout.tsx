import { Popover } from '@mantine/core';
import type { EnrichmentAnswer, EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { TaskIcon } from '../../research-columns/index.ts';
import classes from '../research-cells.module.css';
import { ResultActions } from './result-actions.tsx';
import { ResultDetails } from './result-details.tsx';
import { t } from './texts.ts';

export interface OpenedCell {
  task: EnrichmentPrompt;
  lead: Prospect;
  leadName: string;
  answer: EnrichmentAnswer | undefined;
  /** The cell it belongs to: presses on it are the cell's own matter. */
  cell: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Details of a cell: output, reasoning, sources and the steps tried. Escape or a press outside closes it. */
export function ResultFlyout({ onEdit, ...opened }: OpenedCell & { onEdit: () => void }) {
  const { task, leadName, answer, cell, onClose } = opened;
  const panel = useRef<HTMLDivElement>(null);
  usePressOutside([cell, panel], onClose);
  return (
    <Popover
      opened
      onChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      position="bottom-start"
      offset={4}
      width={400}
      trapFocus
      returnFocus={false}
      withRoles={false}
      closeOnClickOutside={false}
      withinPortal
    >
      <Popover.Target>
        <span className="absolute inset-0 pointer-events-none" />
      </Popover.Target>
      <Popover.Dropdown
        ref={panel}
        role="dialog"
        className="flex flex-col max-w-[calc(100vw_-_2_*_var(--space-3))] max-h-[min(560px,72vh)] p-0 overflow-hidden"
        aria-label={`${task.name}, ${leadName}`}
      >
        <header className="flex flex-none items-center gap-2 py-2.5 pe-2.5 ps-3 border-b border-line">
          <span className="grid flex-none place-items-center size-7 rounded-[8px] bg-violet-soft text-violet">
            <TaskIcon prompt={task} size={14} />
          </span>
          <span
            className={`${classes.names} flex flex-1 flex-col min-w-0 text-meta leading-[1.35] [&_strong]:text-table [&_strong]:font-semibold`}
          >
            <strong className="truncate">{task.name}</strong>
            <span className="truncate">{[leadName, answer?.company_name].filter(Boolean).join(' · ')}</span>
          </span>
          <IconButton size="small" label={t('close')} tooltip={false} onClick={onClose}>
            <IconX size={15} aria-hidden />
          </IconButton>
        </header>
        <div className="flex-1 min-h-0 pt-3 px-4 pb-4 overflow-y-auto">
          <ResultDetails task={task} answer={answer} />
        </div>
        <footer className="flex flex-none items-center gap-1 py-2 pe-2 ps-4 border-t border-line">
          <ResultActions {...opened} onEdit={onEdit} />
        </footer>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Calls `action` when the pointer goes down outside of the elements. */
export function usePressOutside(inside: readonly RefObject<HTMLElement | null>[], action: () => void) {
  const latest = useRef({ inside, action });
  useEffect(() => {
    latest.current = { inside, action };
  });
  useEffect(() => {
    function onPointerDown(event: PointerEvent) {
      const isInside = latest.current.inside.some(({ current }) => current?.contains(event.target as Node));
      if (!isInside) latest.current.action();
    }
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, []);
}
