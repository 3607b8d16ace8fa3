import { Select, Switch } from '@mantine/core';
import { signaturesEndpoints } from '@overture/contract/signatures';
import { SIGNATURE_CHOICES, type SignatureChoice } from '@overture/domain/campaign/signing-rule';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import type { SettingsDraft, SettingsErrors } from './settings-form.ts';
import { t } from './texts.ts';

interface SignatureFieldsProps {
  draft: Pick<SettingsDraft, 'signature_choice' | 'signature_id' | 'signs_follow_ups'>;
  errors: SettingsErrors;
  onChange: (change: Partial<SettingsDraft>) => void;
}

/** With which signature the emails of the campaign end, and whether later ones have it. */
export function SignatureFields({ draft, errors, onChange }: SignatureFieldsProps) {
  const { signature_choice, signature_id, signs_follow_ups } = draft;
  return (
    <>
      <Select
        label={t('signature')}
        description={t(`signature_${signature_choice}_text`)}
        allowDeselect={false}
        data={SIGNATURE_CHOICES.map((choice) => ({ value: choice, label: t(`signature_${choice}`) }))}
        value={signature_choice}
        onChange={(choice) => onChange({ signature_choice: choice as SignatureChoice })}
      />
      {signature_choice === 'fixed' ? (
        <FixedSignature value={signature_id} error={errors.signature_id} onChange={onChange} />
      ) : null}
      {signature_choice === 'none' ? null : (
        <Switch
          label={t('signs_follow_ups')}
          description={t('signs_follow_ups_text')}
          checked={signs_follow_ups}
          onChange={(event) => onChange({ signs_follow_ups: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

interface FixedSignatureProps {
  value: number | null;
  error: string | undefined;
  onChange: SignatureFieldsProps['onChange'];
}

function FixedSignature({ value, error, onChange }: FixedSignatureProps) {
  const list = useQuery(queryOptions(signaturesEndpoints.listSignatures));
  const signatures = list.data?.signatures ?? [];
  if (list.isError) return <p className="text-red text-meta">{t('signatures_failed')}</p>;
  if (list.data && signatures.length === 0)
    return (
      <p className="text-ink-3 text-meta">
        {t('signatures_none')} <AppLink to={pb.signatures()}>{t('signatures_open')}</AppLink>
      </p>
    );
  return (
    <Select
      label={t('signature_id')}
      placeholder={t('signature_id_choose')}
      searchable
      allowDeselect={false}
      disabled={list.isPending}
      data={signatures.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      error={error}
      onChange={(id) => onChange({ signature_id: Number(id) })}
    />
  );
}
