import { Popover } from '@mantine/core';
import type { EnrichmentAnswer, EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { TaskIcon } from '../columns/task-icon.tsx';
import { t } from '../texts.ts';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerDetails } from './answer-details.tsx';
import classes from './flyout.module.css';

export interface OpenedCell {
  task: EnrichmentPrompt;
  lead: Prospect;
  leadName: string;
  answer: EnrichmentAnswer | undefined;
  /** The cell it belongs to: presses on it are the cell's own matter. */
  cell: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** What stands behind a cell: output, reasoning, sources, and what was tried. Escape and a press outside close it. */
export function AnswerFlyout({ onEdit, ...opened }: OpenedCell & { onEdit: () => void }) {
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
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown ref={panel} role="dialog" className={classes.panel} aria-label={`${task.name}, ${leadName}`}>
        <header className={classes.head}>
          <span className={classes.icon}>
            <TaskIcon prompt={task} size={14} />
          </span>
          <span className={classes.names}>
            <strong className="truncate">{task.name}</strong>
            <span className="truncate">{[leadName, answer?.company_name].filter(Boolean).join(' · ')}</span>
          </span>
          <IconButton size="small" label={t('close')} tooltip={false} onClick={onClose}>
            <IconX size={15} aria-hidden />
          </IconButton>
        </header>
        <div className={classes.scroll}>
          <AnswerDetails task={task} answer={answer} />
        </div>
        <footer className={classes.foot}>
          <AnswerActions {...opened} onEdit={onEdit} />
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
