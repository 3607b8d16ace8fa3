import { brandingEndpoints } from '@overture/contract/branding';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { ProofSection } from './proof-section.tsx';
import { t } from './texts.ts';

/** How an own domain is connected, in four steps. */
function ConnectDialog({ opened, onClose, target }: { opened: boolean; onClose: () => void; target: string }) {
  const steps = [
    { title: t('step_1'), text: t('step_1_text', { target }) },
    { title: t('step_2'), text: t('step_2_text') },
    { title: t('step_3'), text: t('step_3_text') },
    { title: t('step_4'), text: t('step_4_text') },
  ];
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('dialog_title')}
      footer={<AppButton onClick={onClose}>{t('close')}</AppButton>}
    >
      <div className="border border-line rounded-card divide-y divide-line">
        {steps.map(({ title, text }, index) => (
          <details key={title} className="py-3 px-4" open={index === 0}>
            <summary className="font-medium cursor-pointer">{title}</summary>
            <p className="mt-2 text-ink-2 wrap-anywhere">{text}</p>
          </details>
        ))}
      </div>
    </Dialog>
  );
}

/** The own domain: how it is connected, and what name servers say. */
export function HostSection() {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const options = queryOptions(brandingEndpoints.getBrandHost);
  const found = useQuery(options);
  const check = useMutation({
    ...mutationOptions(brandingEndpoints.checkBrandHost),
    onSuccess: (answer) => queries.setQueryData(options.queryKey, answer),
  });
  const host = found.data?.host;
  return (
    <section aria-label={t('domain_section')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-section font-semibold">{t('domain_section')}</h2>
        <AppButton size="small" onClick={() => setOpen(true)}>
          {t('how')}
        </AppButton>
      </div>
      {queryFailure(found)}
      {found.data && !host ? <p className="text-ink-3 text-table">{t('no_domain')}</p> : null}
      {host ? (
        <ProofSection
          name={host.name}
          proof={host}
          isChecking={check.isPending}
          problem={check.error ? errorMessage(check.error, t('failed')) : undefined}
          onCheck={() => check.mutate({})}
        />
      ) : null}
      <ConnectDialog opened={isOpen} onClose={() => setOpen(false)} target={found.data?.target ?? ''} />
    </section>
  );
}
