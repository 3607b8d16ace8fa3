import type { CampaignLead } from '@overture/contract/campaign-leads';
import { campaignStepsEndpoints, type SequenceTest as Sent } from '@overture/contract/campaign-steps';
import { IconStack2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { formatTime } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { useCopyFlag } from '../../flow-canvas/index.ts';
import { t } from '../texts.ts';
import { TestResults } from './test-results.tsx';

interface SequenceTestProps {
  campaignId: number;
  lead: Pick<CampaignLead, 'id'>;
  /** What comes before the subjects. */
  prefix: string;
  isDisabled: boolean;
}

/** Every email of the flow to oneself, a minute apart, and what becomes of each. */
export function SequenceTest({ campaignId, lead, prefix, isDisabled }: SequenceTestProps) {
  const { email } = useUser();
  const flag = useCopyFlag();
  const send = useMutation({
    mutationFn: () =>
      call(campaignStepsEndpoints.sendSequenceTest, {
        params: { id: campaignId },
        body: { prospect_id: lead.id, recipients: [email], ...toPrefix(prefix), ...flag },
      }),
  });
  return (
    <section className="flex flex-col gap-2 pt-4 border-t border-line" aria-label={t('sequence')}>
      <p className="text-ink-3 text-meta">{t('sequence_hint')}</p>
      <div>
        <AppButton
          icon={<IconStack2 size={16} aria-hidden />}
          disabled={isDisabled}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {t('sequence')}
        </AppButton>
      </div>
      {send.isError ? (
        <p role="alert" className="text-red text-table">
          {errorMessage(send.error, t('test_failed'))}
        </p>
      ) : null}
      {send.data && !send.isPending ? (
        <ol className="flex flex-col gap-3 m-0 p-0 list-none">
          {send.data.tests.map((sent) => (
            <li key={sent.test_id ?? `step-${sent.step_id}`}>
              <p className="text-ink-3 text-meta">{describe(sent)}</p>
              {sent.test_id === null ? (
                <p className="text-amber text-table wrap-anywhere">{sent.reason}</p>
              ) : (
                <TestResults campaignId={campaignId} testId={sent.test_id} isQuiet />
              )}
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

/** Without a prefix the subject is the one that the lead would get. */
export function toPrefix(typed: string): { subject_prefix?: string } {
  const subject_prefix = typed.trim();
  return subject_prefix === '' ? {} : { subject_prefix };
}

function describe({ step_number, leaves_at }: Sent): string {
  if (leaves_at === null) return t('sequence_step', { number: step_number });
  return t('sequence_step_at', { number: step_number, time: formatTime(leaves_at) });
}
