import type { Campaign } from '@overture/contract/campaigns';
import type { RehearsalAnswer } from '@overture/contract/rehearsal';
import { displayAccountStatus, isEmailAccount, senderName } from '@overture/domain/accounts';
import type { ChosenAccounts, ChosenPools } from '@overture/domain/flow/activation-checks';
import { lookupOf } from '@overture/domain/flow/step-types';
import { tokenIds } from '@overture/domain/message/tokens';
import { IconCalendarOff, IconUsers } from '@tabler/icons-react';
import { ApiError, errorMessage } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { nameZone } from '../../lib/time-zones.ts';
import { ChannelGlyph } from '../../ui/display/channel-glyph.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import classes from './rehearsal.module.css';
import { RehearsalControls } from './rehearsal-controls.tsx';
import { ReasonList, RehearsalSummary } from './rehearsal-summary.tsx';
import { SenderCalendar } from './sender-calendar.tsx';
import { t } from './texts.ts';
import { useRehearsal } from './use-rehearsal.ts';

interface RehearsalDialogProps {
  campaign: Campaign;
  /** The senders it would start with. */
  accounts: ChosenAccounts & ChosenPools;
  onClose: () => void;
}

/** What a campaign would do, day by day, before it starts. */
export function RehearsalDialog({ campaign, accounts, onClose }: RehearsalDialogProps) {
  const { rates, setRates, query, isOld } = useRehearsal(campaign.id, accounts);
  const hasInvites = campaign.steps.some((step) => step.step_type === 'LINKEDIN_INVITE');
  const rehearsal = query.data?.rehearsal;
  return (
    <Dialog opened onClose={onClose} size="full" title={t('title')}>
      <div className="flex flex-col gap-4 min-h-[min(70vh,720px)]">
        <div className="flex flex-col gap-3">
          <p className="text-ink-2">{t('lead')}</p>
          <RehearsalControls
            rates={rates}
            hasInvites={hasInvites}
            assumed={listAssumptions(campaign)}
            onChange={setRates}
          />
        </div>
        <div
          aria-live="polite"
          aria-busy={query.isFetching}
          className={classes.answer}
          data-old={(isOld && rehearsal) || undefined}
        >
          {query.isPending ? <Loading /> : null}
          {query.isError ? (
            <Failure error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
          ) : null}
          {rehearsal && !query.isError ? <Answer rehearsal={rehearsal} /> : null}
        </div>
      </div>
    </Dialog>
  );
}

/** Said only where the campaign has what they are about. */
function listAssumptions({ steps, conditions }: Pick<Campaign, 'steps' | 'conditions'>): string[] {
  const written = steps.map(({ message, message_b, subject_line, subject_line_b, more_variants }) =>
    [
      ...[message, message_b, subject_line, subject_line_b],
      ...more_variants.flatMap((more) => [more.message, more.subject_line]),
    ].join(''),
  );
  const isFound = written.some((text) => tokenIds(text, 'research').length + tokenIds(text, 'snippet').length > 0);
  const isLookedUp = conditions.some(({ condition_type }) => lookupOf(condition_type) !== null);
  return [...(isFound ? [t('assumed_found')] : []), ...(isLookedUp ? [t('assumed_missing')] : [])];
}

function Loading() {
  return (
    <div className={classes.answer} role="status" aria-label={t('loading')}>
      <div className={`${classes.summary} grid grid-cols-4 gap-3 m-0`}>
        {[1, 2, 3, 4].map((index) => (
          <Skeleton key={index} height={88} />
        ))}
      </div>
      <Skeleton height={220} />
    </div>
  );
}

/** What the checks say is no failure: there is something to do first. */
function Failure({ error, onRetry, retrying }: { error: unknown; onRetry: () => void; retrying: boolean }) {
  if (error instanceof ApiError && error.code === 'activation_refused') {
    return <EmptyState icon={<IconCalendarOff size={22} />} title={t('not_ready')} text={error.message} />;
  }
  return <ErrorState title={t('failed')} message={errorMessage(error, '')} onRetry={onRetry} retrying={retrying} />;
}

function Answer({ rehearsal }: { rehearsal: RehearsalAnswer }) {
  if (rehearsal.leads.total === 0) {
    return <EmptyState icon={<IconUsers size={22} />} title={t('no_leads')} text={t('no_leads_text')} />;
  }
  const isQuiet = rehearsal.last_action_at === null;
  return (
    <>
      <RehearsalSummary rehearsal={rehearsal} />
      {isQuiet ? (
        <EmptyState compact title={t('nothing')} text={t('nothing_text')} />
      ) : (
        <Calendars rehearsal={rehearsal} />
      )}
      <div className={classes.columns}>
        <ReasonList title={t('failures')} reasons={rehearsal.failures} />
        <ReasonList title={t('skips')} reasons={rehearsal.skips} />
        <ReasonList title={t('held')} reasons={rehearsal.held} />
      </div>
      <Notes rehearsal={rehearsal} />
    </>
  );
}

function Calendars({ rehearsal }: { rehearsal: RehearsalAnswer }) {
  const calls = rehearsal.calls.map(({ date, amount }) => ({ date, total: amount, others: 0, calls_amount: amount }));
  return (
    <>
      <p className="flex flex-wrap justify-between gap-2 text-ink-3 text-meta">
        <span>{t('zone', { zone: nameZone(rehearsal.timezone) })}</span>
        <span className={`${classes.scale} inline-flex items-center gap-1`} aria-hidden>
          {t('fewer')}
          {[1, 2, 3, 4].map((shade) => (
            <i key={shade} data-shade={shade} />
          ))}
          {t('more')}
        </span>
      </p>
      <div className={classes.columns}>
        {rehearsal.senders.map(({ account, days }) => (
          <SenderCalendar
            key={account.id}
            name={senderName(account)}
            picture={<ChannelGlyph channel={isEmailAccount(account.account_type) ? 'email' : 'linkedin'} />}
            days={days}
            isDisconnected={displayAccountStatus(account.status) === 'Disconnected'}
          />
        ))}
        {calls.length > 0 ? (
          <SenderCalendar name={t('calls')} picture={<ChannelGlyph channel="call" />} days={calls} />
        ) : null}
      </div>
    </>
  );
}

function Notes({ rehearsal: { leads_left_out, other_campaigns, has_natural_rhythm } }: { rehearsal: RehearsalAnswer }) {
  return (
    <>
      {leads_left_out > 0 ? (
        <p className="text-ink-3 text-meta">
          {t('left_out', { count: leads_left_out, amount: formatNumber(leads_left_out) })}
        </p>
      ) : null}
      {has_natural_rhythm ? <p className="text-ink-3 text-meta">{t('rhythm')}</p> : null}
      {other_campaigns > 0 ? <p className="text-ink-3 text-meta">{t('shared', { count: other_campaigns })}</p> : null}
    </>
  );
}
