import { Select, Textarea } from '@mantine/core';
import { type PrivacySettings, privacyEndpoints } from '@overture/contract/privacy';
import { may } from '@overture/domain/access/permissions';
import {
  LEGAL_BASIS_NAMES,
  type LegalBasis,
  PRIVACY_DEFAULTS,
  PRIVACY_LIMITS,
  PRIVACY_PROFILE_FIELDS,
  type PrivacyProfileField,
} from '@overture/domain/privacy/privacy-notice';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { legalBasisLabel } from '../../lib/labels/lead/legal-basis.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useUnsavedText } from '../../ui/forms/discard-guard.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './notice-texts.ts';

const LONG: readonly PrivacyProfileField[] = ['purpose', 'recipients'];

/** What the notice says of the organization, and its legal basis. Users without the right see it. */
export function NoticeForm() {
  const found = useQuery(queryOptions(privacyEndpoints.getPrivacySettings));
  if (found.isPending)
    return (
      <div className="px-gutter" aria-hidden>
        <Skeleton height={200} radius={10} />
      </div>
    );
  if (!found.data) return queryFailure(found, { compact: true });
  return <Fields key={JSON.stringify(found.data)} saved={found.data} />;
}

function hintOf(field: PrivacyProfileField): string {
  if (field === 'controller' || field === 'contact') return t(`${field}_hint`);
  return t('default_hint', { words: PRIVACY_DEFAULTS[field] });
}

function Fields({ saved }: { saved: PrivacySettings }) {
  const [settings, setSettings] = useState(saved);
  const disabled = !may(useUser(), 'settings');
  const change = useMutation({
    ...mutationOptions(privacyEndpoints.changePrivacySettings),
    onSuccess: async () => {
      toast.success(t('saved'));
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('save_failed'))),
  });
  const set = (changed: Partial<PrivacySettings>) => setSettings({ ...settings, ...changed });
  const isChanged = JSON.stringify(settings) !== JSON.stringify(saved);
  useUnsavedText(isChanged);
  return (
    <Form
      className="flex flex-col gap-4 px-gutter max-w-[720px]"
      onSubmit={() => isChanged && change.mutate({ body: settings })}
    >
      <Select
        label={t('legal_basis')}
        description={t('legal_basis_hint')}
        data={LEGAL_BASIS_NAMES.map((value) => ({ value, label: legalBasisLabel(value) }))}
        value={settings.legal_basis}
        allowDeselect={false}
        disabled={disabled}
        onChange={(value) => value && set({ legal_basis: value as LegalBasis })}
      />
      <Textarea
        label={t(settings.legal_basis === 'legitimate_interest' ? 'weighing' : 'basis_note')}
        value={settings.weighing}
        maxLength={PRIVACY_LIMITS.basis_note_max}
        autosize
        minRows={3}
        disabled={disabled}
        onChange={(event) => set({ weighing: event.currentTarget.value })}
      />
      {PRIVACY_PROFILE_FIELDS.map((field) => (
        <Textarea
          key={field}
          label={t(field)}
          description={hintOf(field)}
          value={settings[field]}
          maxLength={LONG.includes(field) ? 2000 : 1000}
          autosize
          minRows={1}
          disabled={disabled}
          onChange={(event) => set({ [field]: event.currentTarget.value })}
        />
      ))}
      {disabled ? null : (
        <div>
          <AppButton kind="primary" type="submit" disabled={!isChanged} loading={change.isPending}>
            {t('save')}
          </AppButton>
        </div>
      )}
    </Form>
  );
}
