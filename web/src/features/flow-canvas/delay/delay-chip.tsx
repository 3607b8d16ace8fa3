import { Popover } from '@mantine/core';
import { delayInHours } from '@overture/domain/flow/delays';
import type { FlowNode } from '@overture/domain/flow/flow';
import { isWait } from '@overture/domain/flow/step-types';
import { IconClock } from '@tabler/icons-react';
import { type ComponentType, memo, useState } from 'react';
import { describeDelay } from '../../../lib/labels/campaign/delay-texts.ts';
import { nodeKindLabel } from '../../../lib/labels/campaign/node-kind.ts';
import classes from '../flow.module.css';
import { useFlow } from '../flow-context.ts';
import { t } from '../texts.ts';
import type { DelayChoicesProps } from './delay-choices.tsx';
import { delayTitle } from './delay-title.ts';

/** How long a node waits, in words; for an accepted invite it is the longest. */
export function delayWords(node: Pick<FlowNode, 'type' | 'delay_in_hours'>): string {
  const hours = delayInHours(node);
  if (isWait(node.type) && hours > 0) return t('delay_up_to', { delay: describeDelay(hours) });
  return hours === 0 ? t('immediately') : t('delay_after', { delay: describeDelay(hours) });
}

/** The wait before a node: a word in a running campaign, a button with its choices in a draft. */
export const DelayChip = memo(function DelayChip({ node }: { node: FlowNode }) {
  const { isEditable, onDelay } = useFlow();
  const [isOpen, setOpen] = useState(false);
  const [Choices, setChoices] = useState<ComponentType<DelayChoicesProps>>();
  // There before the popover is, which takes the focus to them.
  const open = async () => {
    const { DelayChoices } = await import('./delay-choices.tsx');
    setChoices(() => DelayChoices);
    setOpen(true);
  };
  const words = delayWords(node);
  const label = t('delay_of', { step: nodeKindLabel(node.type), words });
  if (!isEditable) {
    return (
      <span className={classes.delay}>
        <IconClock size={13} aria-hidden />
        {words}
      </span>
    );
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="right" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={classes.delay}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => (isOpen ? setOpen(false) : void open())}
        >
          <IconClock size={13} aria-hidden />
          {words}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={delayTitle(node.type)}>
        {Choices ? (
          <Choices
            type={node.type}
            hours={delayInHours(node)}
            onChoose={(hours) => {
              setOpen(false);
              if (hours !== delayInHours(node)) onDelay(node, hours);
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
});
