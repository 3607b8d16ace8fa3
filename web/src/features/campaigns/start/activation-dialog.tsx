import { accountsEndpoints } from '@overture/contract/accounts';
import type { Campaign } from '@overture/contract/campaigns';
import { needsEmailAccount, needsLinkedinAccount } from '@overture/domain/flow/activation-checks';
import type { Flow } from '@overture/domain/flow/flow';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { PlanOffer } from '../../../lib/plan/plan-offer.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { SenderPool } from '../../campaign-senders/index.ts';
import { readFlow } from '../../flow-canvas/index.ts';
import { FlowDoubts, LookupAgreement } from '../../node-kinds/index.ts';
import { RehearseButton } from '../../rehearsal/index.ts';
import classes from '../campaigns.module.css';
import { CampaignScoreView } from '../score/campaign-score.tsx';
import { t as shared } from '../texts.ts';
import { ActivationFacts } from './activation-facts.tsx';
import { isResume } from './start-words.ts';
import { t } from './texts.ts';
import { type Start, useStart } from './use-start.ts';

const NAMES = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC', mx: 'MX', reverse_dns: 'reverse DNS' } as const;

/** Failed checks of the sender's domain. They never block activation: emails wait. */
function DeliverabilityWarning({ accountId }: { accountId: number }) {
  const report = useQuery({
    ...queryOptions(accountsEndpoints.getDeliverability, { params: { id: accountId } }),
    retry: false,
  });
  const bad = (report.data?.checks ?? []).filter(({ status }) => status === 'fail' || status === 'warn');
  if (!report.data || bad.length === 0) return null;
  const isHeld = report.data.hold_reason !== null && report.data.grace_until === null;
  return (
    <p className="mt-1 text-amber text-meta" role="status">
      <IconAlertTriangle size={14} aria-hidden />{' '}
      {t(isHeld ? 'deliverability_held' : 'deliverability', {
        domain: report.data.domain,
        checks: bad.map(({ id }) => NAMES[id]).join(', '),
      })}{' '}
      <AppLink to={pb.senders({ settings: accountId })}>{t('deliverability_link')}</AppLink>
    </p>
  );
}

interface ActivationDialogProps {
  campaign: Campaign;
  onClose: () => void;
  /** Opens a step that keeps the campaign from starting. */
  onStep: (id: number) => void;
}

const notice = 'flex gap-1.5 mt-4 py-2 px-3 rounded-control text-table [&_svg]:flex-none [&_svg]:mt-px';

/** Before a campaign starts or resumes: its senders, the checks, and what happens next. */
export function ActivationDialog({ campaign, onClose, onStep }: ActivationDialogProps) {
  const flow = useMemo(() => readFlow(campaign), [campaign]);
  const goesOn = isResume(campaign);
  const start = useStart(campaign, flow, onClose);
  const [isRehearsing, setRehearsing] = useState(false);
  const word = goesOn ? shared('resume') : shared('activate');
  const anyway = goesOn ? t('resume_anyway') : t('activate_anyway');
  return (
    <Dialog
      opened
      onClose={onClose}
      title={goesOn ? t('resume_title') : t('activate_title')}
      footer={
        <>
          <RehearseButton
            campaign={campaign}
            accounts={start.accounts}
            opened={isRehearsing}
            onChange={setRehearsing}
          />
          <AppButton onClick={onClose}>{shared('cancel')}</AppButton>
          <AppButton kind="primary" loading={start.isPending} onClick={start.press}>
            {start.lowCredits ? anyway : word}
          </AppButton>
        </>
      }
    >
      {goesOn ? null : (
        <div className={classes.warning}>
          <IconAlertTriangle size={17} aria-hidden />
          <p>
            <strong>{t('irreversible')}</strong>
            {t('irreversible_text')}
          </p>
        </div>
      )}
      <Senders campaign={campaign} flow={flow} start={start} />
      <ActivationFacts campaign={campaign} flow={flow} isResume={goesOn} mailboxes={start.pools.email} />
      <CampaignScoreView campaign={campaign} flow={flow} mailboxes={start.pools.email} onStep={onStep} />
      <Costs start={start} />
      <FlowDoubts flow={flow} title={t('doubts')} />
      {start.lowCredits ? <LowCredits {...start.lowCredits} onClose={onClose} /> : null}
      {start.problem ? <ProblemNotice {...start.problem} onStep={onStep} /> : null}
    </Dialog>
  );
}

type ProblemNoticeProps = NonNullable<Start['problem']> & Pick<ActivationDialogProps, 'onStep'>;

function ProblemNotice({ text, node_id, onStep }: ProblemNoticeProps) {
  return (
    <div role="alert" className={`${notice} bg-red-soft text-red`}>
      <IconAlertCircle size={16} aria-hidden />
      <span className="flex-1">{text}</span>
      {node_id === null ? null : (
        <AppButton size="small" onClick={() => onStep(node_id)}>
          {t('open_step')}
        </AppButton>
      )}
    </div>
  );
}

/** The credits that the campaign may spend, before it may spend any. */
function Costs({ start: { costs } }: { start: Start }) {
  return (
    <div className="flex flex-col gap-2 mt-4 empty:hidden text-table">
      <LookupAgreement lookups={costs.lookups} isAgreed={costs.isAgreed} onChange={costs.agree} />
      {costs.research > 0 ? (
        <p className="m-0 text-ink-2">{t('research_costs', { credits: formatNumber(costs.research) })}</p>
      ) : null}
      {costs.hasFailed ? <p className="m-0 text-amber">{t('costs_failed')}</p> : null}
    </div>
  );
}

function LowCredits({ credits, needed, onClose }: { credits: number; needed: number; onClose: () => void }) {
  return (
    <p role="alert" className={`${notice} bg-amber-soft [&_svg]:text-amber`}>
      <IconAlertTriangle size={16} aria-hidden />
      {t('low_credits', { credits: formatNumber(credits), needed: formatNumber(needed) })}
      <span className="ms-auto">
        <PlanOffer onOpen={onClose} />
      </span>
    </p>
  );
}

function Senders({ campaign, flow, start }: { campaign: Campaign; flow: Flow; start: Start }) {
  const { linkedin, email } = start.pools;
  return (
    <div className="flex flex-col gap-3">
      {needsLinkedinAccount(flow) ? (
        <SenderPool
          kind="linkedin"
          flow={flow}
          value={linkedin}
          limit={campaign.linkedin_max_connections}
          onChange={(ids) => start.choose({ linkedin: ids })}
        />
      ) : null}
      {needsEmailAccount(flow) ? (
        <div>
          <SenderPool
            kind="email"
            flow={flow}
            value={email}
            limit={campaign.email_max_messages}
            total={campaign.max_emails_per_day_total}
            onChange={(ids) => start.choose({ email: ids })}
          />
          {email.map((id) => (
            <DeliverabilityWarning key={id} accountId={id} />
          ))}
        </div>
      ) : null}
    </div>
  );
}
