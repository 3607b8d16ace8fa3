import { TextInput } from '@mantine/core';
import { referralsEndpoints } from '@overture/contract/referrals';
import { findReferralCodeProblem, VALIDATION_TEXTS } from '@overture/domain/access/validation-texts';
import { REFERRAL_BONUS_CREDITS } from '@overture/domain/money/pricing';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { pb } from '../../../lib/navigation/paths.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { CopyButton } from '../../../ui/inputs/copy-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

/** The organization's referral code, its link, and who came by it. */
export function ReferralDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { organization } = useUser();
  const { referral_code: code, referral_code_in_use: isLocked } = organization;
  const link = code ? `${window.location.origin}${pb.register({ referral: code })}` : null;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('refer_title')}>
      <p className="mb-4 text-ink-2">{t('refer_text', { credits: formatNumber(REFERRAL_BONUS_CREDITS) })}</p>
      <CodeField code={code ?? ''} isLocked={isLocked} />
      {link ? (
        <div className="mt-4">
          <p className="text-table font-medium">{t('refer_link')}</p>
          <div className="flex items-center gap-2">
            <span className="flex-1 min-w-0 truncate text-ink-2">{link}</span>
            <CopyButton value={link} label={t('refer_copy')} />
          </div>
        </div>
      ) : null}
      <Uses />
    </Dialog>
  );
}

function CodeField({ code, isLocked }: { code: string; isLocked: boolean }) {
  const [text, setText] = useState(code);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation({
    ...mutationOptions(referralsEndpoints.setReferralCode),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('refer_saved'));
    },
    onError: (error) => setProblem(errorMessage(error, t('refer_failed'))),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const found = findReferralCodeProblem(text);
    setProblem(found);
    if (!found) save.mutate({ body: { referral_code: text.trim() } });
  }
  return (
    <form onSubmit={submit} className="flex items-start gap-2">
      <TextInput
        className="flex-1"
        label={t('refer_code')}
        value={text}
        disabled={isLocked}
        description={isLocked ? VALIDATION_TEXTS.referral_locked : undefined}
        error={problem}
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <div className="mt-6">
        <AppButton type="submit" kind="primary" disabled={isLocked || text.trim() === code} loading={save.isPending}>
          {t(isLocked ? 'refer_locked' : 'refer_save')}
        </AppButton>
      </div>
    </form>
  );
}

function Uses() {
  const uses = useQuery(queryOptions(referralsEndpoints.listReferralUses));
  return (
    <section className="mt-5">
      <h3 className="mb-1 text-table font-medium">{t('refer_uses')}</h3>
      {uses.error ? queryFailure(uses) : null}
      {uses.isPending ? <Skeleton height={24} /> : null}
      {uses.data?.usages.length === 0 ? <p className="text-ink-3">{t('refer_none')}</p> : null}
      <ul className="grid gap-1 max-h-48 m-0 p-0 overflow-auto list-none">
        {uses.data?.usages.map(({ organization_name, created_at }) => (
          <li key={`${organization_name} ${created_at}`} className="flex justify-between gap-3">
            <span className="truncate">{organization_name}</span>
            <span className="flex-none text-ink-3 number">{formatDate(created_at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
