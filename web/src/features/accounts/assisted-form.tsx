import { Select, TextInput } from '@mantine/core';
import { assistedSendersEndpoints } from '@overture/contract/linkedin-tasks';
import { LINKEDIN_TIERS, type LinkedinTier } from '@overture/domain/accounts';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

interface AssistedFormProps {
  onBack: () => void;
  onAdded: () => void;
}

/** A LinkedIn sender that no program acts for: a name, a profile, and the subscription that decides its limits. */
export function AssistedForm({ onBack, onAdded }: AssistedFormProps) {
  const [name, setName] = useState('');
  const [profileUrl, setProfileUrl] = useState('');
  const [tier, setTier] = useState<LinkedinTier>('CLASSIC');
  const [isTried, setTried] = useState(false);
  const add = useMutation({
    ...mutationOptions(assistedSendersEndpoints.connectAssistedLinkedin),
    onSuccess: () => {
      toast.success(t('by_hand_added'));
      onAdded();
    },
  });
  const missing = { name: name.trim() === '', profileUrl: profileUrl.trim() === '' };
  function submit() {
    setTried(true);
    if (!missing.name && !missing.profileUrl && !add.isPending)
      add.mutate({ body: { name, profile_url: profileUrl, tier } });
  }
  return (
    <Form className="flex flex-col gap-3" onSubmit={submit}>
      <p className="text-ink-2 text-table">{t('connect_by_hand_text')}</p>
      <TextInput
        label={t('by_hand_name')}
        value={name}
        maxLength={TEXT_LIMITS.name_max}
        data-autofocus
        error={isTried && missing.name ? t('by_hand_name_missing') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('by_hand_url')}
        description={t('by_hand_url_text')}
        value={profileUrl}
        maxLength={TEXT_LIMITS.url_max}
        spellCheck={false}
        error={isTried && missing.profileUrl ? t('by_hand_url_missing') : undefined}
        onChange={(event) => setProfileUrl(event.currentTarget.value)}
      />
      <Select
        label={t('by_hand_tier')}
        allowDeselect={false}
        value={tier}
        data={LINKEDIN_TIERS.map((value) => ({ value, label: t(`tier_${value}`) }))}
        onChange={(value) => setTier((value ?? 'CLASSIC') as LinkedinTier)}
      />
      <Problem error={add.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <AppButton onClick={onBack} disabled={add.isPending}>
          {t('back')}
        </AppButton>
        <AppButton kind="primary" type="submit" loading={add.isPending}>
          {t('by_hand_save')}
        </AppButton>
      </div>
    </Form>
  );
}

function Problem({ error }: { error: Error | null }) {
  return error ? (
    <p className="text-red text-table" role="alert">
      {errorMessage(error, t('by_hand_failed'))}
    </p>
  ) : null;
}
