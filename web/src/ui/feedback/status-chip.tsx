import {
  IconAlertCircle,
  type IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconPlayerPlay,
  IconSparkles,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './feedback.module.css';

/** green done or connected, amber waiting or needs action, red failed, blue active, violet AI, grey draft or off. */
export type StatusTone = 'green' | 'amber' | 'red' | 'blue' | 'violet' | 'grey';

const icons = {
  green: IconCircleCheck,
  amber: IconClock,
  red: IconAlertCircle,
  blue: IconPlayerPlay,
  violet: IconSparkles,
  grey: IconCircleDashed,
} as const satisfies Record<StatusTone, typeof IconCircle>;

interface StatusChipProps {
  tone: StatusTone;
  children: ReactNode;
  icon?: ReactNode;
  title?: string;
}

/** A state told by shape and word as well as by color. */
export function StatusChip({ tone, children, icon, title }: StatusChipProps) {
  const Icon = icons[tone];
  return (
    <span className={classes.chip} data-tone={tone} title={title}>
      <span className="inline-flex flex-none" aria-hidden>
        {icon ?? <Icon size={13} stroke={2} />}
      </span>
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A colored dot with a word beside it, for lists where a chip would be too loud. */
export function StatusDot({ tone, children }: { tone: StatusTone; children?: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={classes.dot} data-tone={tone} aria-hidden />
      {children}
    </span>
  );
}
