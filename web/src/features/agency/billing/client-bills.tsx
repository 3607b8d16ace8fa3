import { agencyBillingEndpoints, type ClientBill } from '@overture/contract/agency-billing';
import { sumLines } from '@overture/domain/money/agency-bills';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { addressOf } from '../../../lib/api/api-client.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { saveFile } from '../../../lib/save-csv.ts';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { formatCents } from '../format-cents.ts';
import { GiveCreditsDialog } from './give-credits-dialog.tsx';
import { t } from './texts.ts';

/** What each client pays, its statement to take along, and credits to give. */
export function ClientBills({ bills, month }: { bills: readonly ClientBill[]; month: string }) {
  const [given, setGiven] = useState<ClientBill>();
  return (
    <section aria-label={t('statements')} className="max-w-240">
      <h2 className="mb-3 text-section">{t('statements')}</h2>
      <ul className="grid m-0 p-0 list-none border border-line rounded-card bg-surface">
        {bills.map((bill) => (
          <li
            key={bill.client_id}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 px-4 border-b border-line-row last:border-b-0"
          >
            <AppLink to={pb.client(bill.client_id)} className="flex-[1_1_10rem] min-w-0 text-ink font-medium truncate">
              {bill.name}
            </AppLink>
            {bill.is_cancelled ? <StatusChip tone="grey">{t('cancelled')}</StatusChip> : null}
            <span className="number">{formatCents(sumLines(bill.lines).price_in_cents)}</span>
            <span className="flex gap-2">
              <Download bill={bill} month={month} kind="csv" />
              <Download bill={bill} month={month} kind="pdf" />
              <AppButton
                size="small"
                disabled={bill.is_cancelled}
                aria-label={t('give_named', { name: bill.name })}
                aria-haspopup="dialog"
                onClick={() => setGiven(bill)}
              >
                {t('give')}
              </AppButton>
            </span>
          </li>
        ))}
      </ul>
      {given ? <GiveCreditsDialog client={given} onClose={() => setGiven(undefined)} /> : null}
    </section>
  );
}

function Download({ bill, month, kind }: { bill: ClientBill; month: string; kind: 'csv' | 'pdf' }) {
  const { downloadStatementCsv, downloadStatementPdf } = agencyBillingEndpoints;
  const address = addressOf(kind === 'csv' ? downloadStatementCsv : downloadStatementPdf, {
    params: { id: bill.client_id },
    query: { month },
  });
  return (
    <AppButton
      size="small"
      icon={<IconDownload size={14} aria-hidden />}
      aria-label={t(kind === 'csv' ? 'csv_named' : 'pdf_named', { name: bill.name })}
      onClick={() => saveFile(`statement-${month}-${bill.client_id}.${kind}`, address)}
    >
      {t(kind)}
    </AppButton>
  );
}
