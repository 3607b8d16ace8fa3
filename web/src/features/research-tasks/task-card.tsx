import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { TaskIcon } from '../research-columns/index.ts';
import classes from './tasks.module.css';
import { t } from './texts.ts';

interface TaskCardProps {
  task: EnrichmentPrompt;
  isColumn: boolean;
  onOpen: () => void;
  menu: ReactNode;
}

/** A task with what it asks and what one lead costs. */
export function TaskCard({ task, isColumn, onOpen, menu }: TaskCardProps) {
  const text = task.data_enrichment_type ? t(task.data_enrichment_type) : task.prompt;
  return (
    <div className={classes.card}>
      <button type="button" className={classes.cardButton} onClick={onOpen}>
        <span className={classes.cardIcon} data-kind={task.is_data_enrichment ? 'contact' : 'research'}>
          <TaskIcon prompt={task} size={16} />
        </span>
        <span
          className={`${classes.cardName} line-clamp-2 text-table font-medium leading-[1.25] wrap-anywhere`}
          title={task.name}
        >
          {task.name}
        </span>
        <span className={classes.cardText}>{text}</span>
        <span className="flex col-span-full items-center justify-between gap-2 mt-0.5 text-ink-2 text-meta number">
          {t('per_lead', { count: task.cost_per_lead })}
          {isColumn ? (
            <span className="inline-flex items-center gap-0.75 text-green font-medium">
              <IconCheck size={12} stroke={2.4} aria-hidden />
              {t('in_list')}
            </span>
          ) : null}
        </span>
      </button>
      {menu ? <span className={`${classes.cardMenu} absolute top-2.5 end-2`}>{menu}</span> : null}
    </div>
  );
}

export function CreateCard({ onClick }: { onClick: () => void }) {
  return (
    <div className={classes.card} data-create>
      <button type="button" className={classes.cardButton} onClick={onClick}>
        <span className={classes.cardIcon} data-kind="create">
          <IconPlus size={16} aria-hidden />
        </span>
        <span className={`${classes.cardName} line-clamp-2 text-table font-medium leading-[1.25] wrap-anywhere`}>
          {t('create_task')}
        </span>
        <span className={classes.cardText}>{t('create_text')}</span>
      </button>
    </div>
  );
}

/** Cards of the final size while the tasks load. */
export function CardSkeletons({ cards }: { cards: number }) {
  return Array.from({ length: cards }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
    <div key={index} className={classes.card} aria-hidden>
      <span className={classes.cardButton}>
        <Skeleton width={32} height={32} radius={9} />
        <Skeleton width="60%" />
        <Skeleton width="90%" height={10} />
        <Skeleton width="40%" height={10} />
      </span>
    </div>
  ));
}
