import type { UnmatchedReply } from '@overture/contract/unmatched-replies';
import { IconMailQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { formatListTime } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { leadName } from '../../leads/index.ts';
import classes from '../chats.module.css';
import { t } from './texts.ts';
import { useUnmatchedReplies } from './use-unmatched-replies.ts';

/** Shown above the conversations without burying them. */
const SHOWN = 3;

/** Mails that wait for a decision, above the conversations. Takes no room where none do. */
export function UnmatchedRepliesList({ openId }: { openId: number | undefined }) {
  const { answers, isError, isFetching, refetch } = useUnmatchedReplies();
  const [showsAll, setShowsAll] = useState(false);
  if (isError && answers === undefined) {
    return (
      <p
        className="flex flex-none items-center gap-2 py-2 px-4 border-b border-line text-ink-2 text-table"
        role="alert"
      >
        {t('failed')}
        <AppButton size="small" kind="quiet" loading={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </AppButton>
      </p>
    );
  }
  if (answers === undefined || answers.length === 0) return null;
  const shown = showsAll ? answers : answers.slice(0, SHOWN);
  return (
    <section
      className={`${classes.possibleAnswersList} flex-none pt-3 px-0 pb-2 border-b border-line bg-amber-soft`}
      aria-labelledby="possible-answers"
    >
      <h2 id="possible-answers">
        {t('title')} <span className="number">{answers.length}</span>
      </h2>
      <ul>
        {shown.map((answer) => (
          <Line key={answer.id} answer={answer} isOpen={answer.prospect.id === openId} />
        ))}
      </ul>
      {answers.length > SHOWN ? (
        <AppButton size="small" kind="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('show_fewer') : t('show_all', { count: answers.length })}
        </AppButton>
      ) : null}
    </section>
  );
}

function Line({ answer, isOpen }: { answer: UnmatchedReply; isOpen: boolean }) {
  return (
    <li data-open={isOpen || undefined}>
      <AppLink
        to={pb.inbox({ chat: answer.prospect.id })}
        className={classes.link}
        aria-current={isOpen ? 'true' : undefined}
        preload={false}
      >
        <IconMailQuestion size={18} stroke={1.7} aria-hidden />
        <span
          className={`${classes.possibleAnswersWords} flex flex-1 flex-col min-w-0 text-table [&_strong]:font-medium`}
        >
          <strong className="truncate">{answer.from.email}</strong>
          <span className="truncate">{t('line', { name: leadName(answer.prospect) })}</span>
        </span>
        <span className="text-ink-2 text-meta number">{formatListTime(answer.sent_at, serverNow())}</span>
      </AppLink>
    </li>
  );
}
