import { TextInput } from '@mantine/core';
import { type SsoDomain, ssoEndpoints } from '@overture/contract/sso';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { CopyLine } from './copy-line.tsx';
import { PanelSection } from './panel-section.tsx';
import { t } from './texts.ts';
import { useSsoChange } from './use-sso-change.ts';

export function DomainsSection({ domains }: { domains: SsoDomain[] }) {
  const [text, setText] = useState('');
  const add = useSsoChange(ssoEndpoints.addSsoDomain);
  return (
    <PanelSection title={t('domains')} text={t('domains_text')}>
      {domains.length > 0 ? (
        <ul className="flex flex-col m-0 p-0 list-none border border-line rounded-card divide-y divide-line">
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} />
          ))}
        </ul>
      ) : null}
      <Form
        className="flex items-start gap-2"
        onSubmit={() => text.trim() && add.run({ body: { domain: text } }, () => setText(''))}
      >
        <TextInput
          className="flex-1 min-w-0"
          aria-label={t('domain_label')}
          placeholder={t('domain_placeholder')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={add.problem}
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
        />
        <AppButton type="submit" icon={<IconPlus size={16} aria-hidden />} loading={add.isPending}>
          {t('add_domain')}
        </AppButton>
      </Form>
      {add.dialog}
    </PanelSection>
  );
}

function DomainRow({ domain }: { domain: SsoDomain }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useSsoChange(ssoEndpoints.deleteSsoDomain);
  const isProven = domain.verified_at !== null;
  const isMissing = domain.missing_since !== null;
  return (
    <li className="flex flex-col gap-3 py-3 px-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex-1 min-w-0 font-medium wrap-anywhere">{domain.domain}</span>
        <StatusChip tone={isProven && !isMissing ? 'green' : 'amber'}>
          {t(isMissing ? 'missing' : isProven ? 'verified' : 'waiting')}
        </StatusChip>
        <IconButton size="small" label={t('actions', { domain: domain.domain })} onClick={() => setAsking(true)}>
          <IconTrash size={16} aria-hidden />
        </IconButton>
      </div>
      {isProven && !isMissing ? null : <DomainRecord domain={domain} />}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('remove_domain_title', { domain: domain.domain })}
        confirmLabel={t('remove')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.run({ params: { id: domain.id } })}
      >
        {t('remove_domain_text')}
      </ConfirmDialog>
      {remove.dialog}
    </li>
  );
}

/** What to write into the DNS, and the look whether it is there. */
function DomainRecord({ domain }: { domain: SsoDomain }) {
  const check = useSsoChange(ssoEndpoints.checkSsoDomain);
  const [isAbsent, setAbsent] = useState(false);
  function look() {
    check.run({ params: { id: domain.id } }, ({ verified }) => {
      setAbsent(!verified);
      if (verified) toast.success(t('checked', { domain: domain.domain }));
    });
  }
  return (
    <>
      <p className="text-ink-2 text-table">
        {domain.missing_since ? t('record_missing') : t('record', { domain: domain.domain })}
      </p>
      <div className="flex flex-col gap-2">
        <CopyLine label={t('record_name')} value={domain.record_name} copyLabel={t('copy_name')} />
        <CopyLine label={t('record_text')} value={domain.record_text} copyLabel={t('copy_value')} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <AppButton size="small" loading={check.isPending} onClick={look}>
          {t('check')}
        </AppButton>
        <p role="status" className="flex-[1_1_200px] text-ink-3 text-table empty:hidden">
          {check.problem ?? (isAbsent ? t('not_there') : null)}
        </p>
      </div>
    </>
  );
}
