import { accountsEndpoints } from '@overture/contract/accounts';
import type { Campaign } from '@overture/contract/campaigns';
import { deliverabilityOverviewEndpoints } from '@overture/contract/deliverability-overview';
import { emailDomain } from '@overture/domain/addresses/email-address';
import { type CampaignScore, scoreCampaign } from '@overture/domain/campaign-score/campaign-score';
import type { ScoredSender } from '@overture/domain/campaign-score/sender-score';
import type { Flow } from '@overture/domain/flow/flow';
import { IconBulb, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { useKnownKeys } from '../../message-editor/index.ts';
import { t } from './texts.ts';

interface CampaignScoreProps {
  campaign: Campaign;
  flow: Flow;
  /** The mailboxes that are chosen. */
  mailboxes: readonly number[];
  onStep: (id: number) => void;
}

const UNKNOWN = { is_exempt: false, checks: [], sent: 0, bounces: 0, guard: null, advice: [] };

/** The score of a campaign in three lines. It never keeps a campaign from starting. */
export function CampaignScoreView({ campaign, flow, mailboxes, onStep }: CampaignScoreProps) {
  const health = useQuery({ ...queryOptions(deliverabilityOverviewEndpoints.listDeliverability), retry: false });
  const accounts = useQuery(queryOptions(accountsEndpoints.listAccounts));
  const known = useKnownKeys();
  if (flow.length === 0) return null;
  if (health.isError) return <p className="mt-4 text-ink-3 text-table">{t('score_failed')}</p>;
  if (health.isPending || accounts.isPending) return <Skeleton height={72} />;
  const names = new Map(accounts.data?.accounts.map(({ id, email, name }) => [id, email ?? name]));
  const healths = new Map(health.data.mailboxes.map((one) => [one.account_id, one]));
  const senders = mailboxes.flatMap((id): ScoredSender[] => {
    const name = names.get(id);
    const found = healths.get(id);
    if (found) return [{ ...found, name: name ?? found.domain }];
    // Connected a moment ago.
    return name ? [{ ...UNKNOWN, name, domain: emailDomain(name) ?? name }] : [];
  });
  const attachments = new Map(campaign.steps.map(({ id, attachment_total_size }) => [id, attachment_total_size]));
  return (
    <Lines score={scoreCampaign({ flow, senders, attachments, known, language: campaign.language })} onStep={onStep} />
  );
}

function Lines({ score, onStep }: { score: CampaignScore; onStep: CampaignScoreProps['onStep'] }) {
  const tone = score.points >= 80 ? 'text-green' : score.points >= 50 ? 'text-amber' : 'text-red';
  return (
    <section aria-label={t('score')} className="flex flex-col gap-2 mt-4 text-table">
      <div className="flex items-center gap-2">
        <h3 className="text-table font-medium">{t('score')}</h3>
        <span className={`number font-medium ${tone}`}>{t('score_points', { points: score.points })}</span>
      </div>
      <ul className="flex flex-col gap-2 m-0 p-0 list-none text-ink-2">
        {score.lines.map((line) => (
          <Line key={line.line} {...line} onStep={onStep} />
        ))}
      </ul>
    </section>
  );
}

type LineProps = CampaignScore['lines'][number] & { onStep: CampaignScoreProps['onStep'] };

function Line({ line, lost, text, losses, onStep }: LineProps) {
  return (
    <li className="flex gap-2 items-start">
      {lost === 0 ? (
        <IconCheck size={16} className="flex-none mt-px text-green" aria-hidden />
      ) : (
        <IconBulb size={16} className="flex-none mt-px text-amber" aria-hidden />
      )}
      <div className="flex flex-1 flex-col gap-1 min-w-0">
        <p className="m-0 wrap-anywhere">
          <span className="font-medium text-ink">{t(`score_${line}`)}</span> {text}
          {lost > 0 ? <span className="text-ink-3 number"> {t('score_lost', { points: lost })}</span> : null}
        </p>
        {losses.length > 0 ? (
          <ul className="flex flex-col gap-1 m-0 p-0 list-none">
            {losses.map((loss) => (
              <Loss key={loss.id} loss={loss} onStep={onStep} />
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  );
}

function Loss({ loss, onStep }: { loss: LineProps['losses'][number]; onStep: LineProps['onStep'] }) {
  const { line, points, text, step_id } = loss;
  return (
    <li className="flex gap-2 items-start">
      <span className="flex-1 min-w-0 wrap-anywhere">
        {text} <span className="text-ink-3 number">{t('score_lost', { points })}</span>
      </span>
      {step_id === null ? null : (
        <AppButton size="small" aria-label={t('score_open_label', { text })} onClick={() => onStep(step_id)}>
          {t('score_open')}
        </AppButton>
      )}
      {line === 'sender' && loss.id !== 'no_sender' ? (
        <AppLink to={pb.deliverability()}>{t('score_deliverability')}</AppLink>
      ) : null}
    </li>
  );
}
