import { Popover, type PopoverProps } from '@mantine/core';
import { type ConditionBlock, parseConditionBlock, questionOf } from '@overture/domain/message/condition-blocks';
import { describeOutput, describeTag } from '@overture/domain/message/template/labels';
import { parseSegments } from '@overture/domain/message/tokens';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useEscapeOnTop } from '../../../ui/use-escape-on-top.ts';
import classes from '../message-editor.module.css';
import { t } from '../texts.ts';
import { ConditionBlockForm } from './condition-block-form.tsx';
import { useAnswer } from './previewed-lead.tsx';

interface ConditionBlockChipProps {
  source: string;
  /** Opens its form when inserted. */
  isNew: boolean;
  isEditable: boolean;
  /** Puts another text in its place; nothing takes it out. */
  onReplace: (source: string) => void;
  /** The form was left as it was. */
  onLeave: () => void;
}

const box = `${classes.token} my-0.5 py-1 max-w-full`;

/** The whole form is seen, beside the block where there is room. */
const IN_SIGHT: PopoverProps['middlewares'] = {
  flip: { fallbackPlacements: ['left-start', 'top-start'] },
  shift: { crossAxis: true, padding: 12 },
};

/** A condition as one thing: its question, what is written then and otherwise. A click changes it. */
export function ConditionBlockChip({ source, isNew, isEditable, onReplace, onLeave }: ConditionBlockChipProps) {
  const [isOpen, setOpen] = useState(isNew && isEditable);
  const tag = questionOf(source);
  const block = parseConditionBlock(source);
  const leave = () => {
    setOpen(false);
    // One that was inserted and not applied was not wanted.
    if (isNew) onReplace('');
    else onLeave();
  };
  useEscapeOnTop(isOpen, true, leave);
  const words = describeTag(tag);
  if (block === null) return <span className={classes.token}>{source}</span>;
  const shown = <BlockWords words={words} block={block} tag={tag} />;
  if (!isEditable) return <LockedBlock>{shown}</LockedBlock>;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      withinPortal
      middlewares={IN_SIGHT}
      // Text in it would be lost; variable lists are outside of it.
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={box}
          data-token="condition"
          aria-label={t('condition_change_of', { words: describeBlock(words, block) })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {shown}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={t('condition_change')}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape' && !event.defaultPrevented) leave();
        }}
      >
        <ConditionBlockForm
          value={block}
          onCancel={leave}
          onSave={(next) => {
            setOpen(false);
            if (next === source) onLeave();
            else onReplace(next);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function LockedBlock({ children }: { children: ReactNode }) {
  return (
    <span className={box} data-token="condition">
      {children}
    </span>
  );
}

function describeBlock(words: string, { yes, no }: ConditionBlock): string {
  const then = `${words}: ${readable(yes) || t('condition_nothing')}`;
  return `${then} · ${t('condition_no')}: ${readable(no) || t('condition_nothing')}`;
}

function readable(text: string): string {
  return parseSegments(text)
    .map((segment) => ('source' in segment ? `[${describeOutput(segment.source)}]` : formatName(segment)))
    .join('');
}

function formatName(segment: Exclude<ReturnType<typeof parseSegments>[number], { source: string }>): string {
  if (segment.kind === 'variable') return `[${describeOutput(`{{${segment.name}}}`)}]`;
  return 'text' in segment ? segment.text : `[${segment.name}]`;
}

function BlockWords({ words, block: { yes, no }, tag }: { words: string; block: ConditionBlock; tag: string }) {
  const answer = useAnswer(tag);
  return (
    <span className="flex flex-col gap-0.5 text-start">
      <span>{words}</span>
      <BranchWords label={t('condition_yes')} text={yes} isTaken={answer === null ? null : answer} />
      <BranchWords label={t('condition_no')} text={no} isTaken={answer === null ? null : !answer} />
    </span>
  );
}

interface BranchWordsProps {
  label: string;
  text: string;
  /** Whether the lead in the preview reads this one. */
  isTaken: boolean | null;
}

function BranchWords({ label, text, isTaken }: BranchWordsProps) {
  return (
    <span
      className="flex items-baseline gap-1.5 text-meta font-normal text-ink-2 data-off:opacity-55"
      data-off={isTaken === false || undefined}
    >
      <span className="flex-none text-ink-3">{label}</span>
      <span className="min-w-0 line-clamp-3 whitespace-pre-wrap wrap-anywhere text-ink">
        {text.trim() === '' ? <span className="text-ink-3">{t('condition_nothing')}</span> : readable(text)}
      </span>
      {isTaken ? (
        <span className="flex-none inline-flex items-center self-center text-green" title={t('condition_taken')}>
          <IconCheck size={13} aria-hidden />
          <span className="visually-hidden">{t('condition_taken')}</span>
        </span>
      ) : null}
    </span>
  );
}
