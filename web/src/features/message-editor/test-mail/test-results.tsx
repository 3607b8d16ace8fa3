import { campaignStepsEndpoints, type TestMailRecipient } from '@overture/contract/campaign-steps';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from '../texts.ts';

/** A mail under way is asked about this often. */
const LOOK_AGAIN_IN_MS = 700;

const CHIPS = {
  sending: { tone: 'amber', text: 'test_sending' },
  sent: { tone: 'green', text: 'test_sent' },
  failed: { tone: 'red', text: 'test_not_sent' },
  unconfirmed: { tone: 'amber', text: 'test_unconfirmed' },
} as const satisfies Record<TestMailRecipient['state'], unknown>;

interface TestResultsProps {
  campaignId: number;
  testId: number;
  /** One of many results: no toast for each. */
  isQuiet?: boolean;
}

/** What became of a test, by recipient; told once more when all of it is known. */
export function TestResults({ campaignId, testId, isQuiet = false }: TestResultsProps) {
  const query = useQuery({
    ...queryOptions(campaignStepsEndpoints.getMessageTest, { params: { id: campaignId, testId } }),
    refetchInterval: ({ state }) => (state.data && isSettled(state.data.recipients) ? false : LOOK_AGAIN_IN_MS),
  });
  const recipients = query.data?.recipients ?? [];
  const result = !isSettled(recipients) ? null : recipients.every(({ state }) => state === 'sent') ? 'sent' : 'failed';
  useEffect(() => {
    if (isQuiet) return;
    if (result === 'sent') toast.success(t('test_done'));
    if (result === 'failed') toast.error(t('test_failed'));
  }, [result, isQuiet]);
  if (query.isError) return <p className="text-red text-meta">{errorMessage(query.error, t('test_failed'))}</p>;
  return (
    <ul className="flex flex-col gap-2 m-0 p-0 list-none text-table" aria-live="polite" aria-label={t('test_results')}>
      {recipients.map(({ email, state, reason }) => (
        <li key={email} className="flex flex-col gap-0.5">
          <span className="flex items-center justify-between gap-3">
            <span className="min-w-0 truncate">{email}</span>
            <StatusChip tone={CHIPS[state].tone}>{t(CHIPS[state].text)}</StatusChip>
          </span>
          {reason === null ? null : <span className="text-ink-2 text-meta wrap-anywhere">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}

function isSettled(recipients: readonly TestMailRecipient[]): boolean {
  return recipients.length > 0 && recipients.every(({ state }) => state !== 'sending');
}
