import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { dismissJob, type RunningJob, useJobs } from '../../../lib/jobs.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import classes from '../shell.module.css';
import { t } from './texts.ts';

const tones = { running: 'accent', finished: 'green', stopped: 'accent', failed: 'red' } as const;
const endings = { finished: 'jobs_done', stopped: 'jobs_stopped', failed: 'jobs_failed' } as const;

/** Long jobs on any screen: bar, count, rate and Stop. */
export function JobsTray() {
  const jobs = useJobs();
  const [isOpen, setOpen] = useState(true);
  const Chevron = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <section className={classes.tray} aria-label={t('jobs')}>
      <header className={`${classes.head} flex items-center justify-between py-2 pe-2 ps-3.5`}>
        <h2>{t('jobs')}</h2>
        <IconButton
          size="small"
          tooltip={false}
          label={isOpen ? t('jobs_minimize') : t('jobs_show')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={16} aria-hidden />
        </IconButton>
      </header>
      {isOpen ? jobs.map((job) => <JobRow key={job.id} job={job} />) : null}
    </section>
  );
}

function JobRow({ job }: { job: RunningJob }) {
  const ending = job.state === 'running' ? undefined : endings[job.state];
  const isRunning = ending === undefined;
  return (
    <div className="pt-2 px-3.5 pb-3 border-t border-line">
      <ProgressLine
        label={job.label}
        done={job.state === 'finished' ? (job.total ?? 1) : job.done}
        total={job.state === 'finished' ? (job.total ?? 1) : job.total}
        count={job.count ?? ''}
        rate={isRunning ? job.rate : undefined}
        onStop={isRunning ? job.onStop : undefined}
        tone={tones[job.state]}
      />
      {isRunning ? null : (
        <div className={`${classes.end} flex items-center gap-3 text-ink-3 text-meta`}>
          <span>{t(ending)}</span>
          {job.to ? (
            <AppLink to={job.to} onClick={() => dismissJob(job.id)}>
              {t('jobs_open')}
            </AppLink>
          ) : null}
          <IconButton size="small" label={t('jobs_dismiss')} onClick={() => dismissJob(job.id)}>
            <IconX size={14} aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  );
}
