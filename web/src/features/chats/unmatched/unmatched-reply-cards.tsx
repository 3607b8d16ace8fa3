import type { UnmatchedReply } from '@overture/contract/unmatched-replies';
import { formatDateTime } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { leadName } from '../../leads/index.ts';
import classes from '../chats.module.css';
import { t } from './texts.ts';
import { useDecision, useUnmatchedReplies } from './use-unmatched-replies.ts';

/** What may be answers of the lead whose conversation is open, each with its decision. */
export function UnmatchedReplyCards({ prospectId }: { prospectId: number }) {
  const { answers } = useUnmatchedReplies();
  const mine = answers?.filter((answer) => answer.prospect.id === prospectId) ?? [];
  if (mine.length === 0) return null;
  return (
    <div className="flex flex-none flex-col max-h-1/2 overflow-y-auto border-t border-line">
      {mine.map((answer) => (
        <Card key={answer.id} answer={answer} />
      ))}
    </div>
  );
}

const CHOICES = [
  { decision: 'lead', label: 'is_reply', name: 'is_reply_of', kind: 'primary' },
  { decision: 'colleague', label: 'is_colleague', name: 'is_colleague_of', kind: undefined },
  { decision: 'none', label: 'not_reply', name: 'not_reply_of', kind: undefined },
] as const;

function Card({ answer }: { answer: UnmatchedReply }) {
  const decision = useDecision(answer);
  const { from, prospect } = answer;
  const name = leadName(prospect);
  const pressed = decision.isPending ? decision.variables : undefined;
  return (
    <article
      className={`${classes.card} py-3 px-4 border-s-3 border-amber-dot bg-amber-soft text-table [&_p]:m-0`}
      aria-label={t('card', { email: from.email })}
    >
      <header>
        <strong>{from.name ? t('from_named', { name: from.name, email: from.email }) : from.email}</strong>
        <span className="number">{formatDateTime(answer.sent_at)}</span>
      </header>
      <p className="pt-0.5 pb-2 text-ink-2">{t('why', { name })}</p>
      {answer.subject_line ? <p className="font-medium">{answer.subject_line}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <p className="max-h-45 overflow-y-auto wrap-anywhere whitespace-pre-wrap" tabIndex={0}>
        {answer.message}
      </p>
      {answer.attachments.length > 0 ? (
        <p className={classes.files}>{t('attachments', { names: answer.attachments.join(', ') })}</p>
      ) : null}
      <footer>
        {CHOICES.map(({ decision: one, label, name: full, kind }) => (
          <AppButton
            key={one}
            {...(kind ? { kind } : {})}
            size="small"
            aria-label={t(full, { name })}
            loading={pressed === one}
            disabled={pressed !== undefined && pressed !== one}
            onClick={() => decision.mutate(one)}
          >
            {t(label)}
          </AppButton>
        ))}
      </footer>
    </article>
  );
}
