import { MultiSelect, SegmentedControl, TextInput } from '@mantine/core';
import type { CampaignLead } from '@overture/contract/campaign-leads';
import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { Campaign, Step } from '@overture/contract/campaigns';
import { membersEndpoints } from '@overture/contract/members';
import { senderName } from '@overture/domain/accounts';
import { listVariants, type Variant } from '@overture/domain/flow/ab-variant';
import { TEST_MAIL_LIMITS } from '@overture/domain/limits';
import { TEST_PREFIX_MAX } from '@overture/domain/message/threading';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { useSenders } from '../../accounts/index.ts';
import { useCopyFlag } from '../../flow-canvas/index.ts';
import { leadName } from '../../leads/index.ts';
import classes from '../message-editor.module.css';
import { bodyOfDraft, type StepDraft } from '../step-draft.ts';
import { t } from '../texts.ts';
import { SequenceTest, toPrefix } from './sequence-test.tsx';
import { TestResults } from './test-results.tsx';

interface RecipientChoiceProps {
  value: readonly string[];
  onChange: (emails: string[]) => void;
}

/** Who gets a test: people of the organization, by address. */
function RecipientChoice({ value, onChange }: RecipientChoiceProps) {
  const list = useQuery(queryOptions(membersEndpoints.listMembers));
  const members = list.data?.members ?? [];
  const names = new Map(members.map(({ email, name }) => [email, name]));
  return (
    <MultiSelect
      label={t('to')}
      data={[...new Set([...value, ...names.keys()])]}
      value={[...value]}
      onChange={onChange}
      maxValues={TEST_MAIL_LIMITS.recipients}
      searchable
      openOnFocus={false}
      nothingFoundMessage={t('test_none_allowed')}
      error={value.length === 0 ? t('test_recipients_missing') : undefined}
      renderOption={({ option }) => (
        <span className="flex flex-col min-w-0">
          <span className="truncate">{names.get(option.value) ?? option.value}</span>
          <span className="truncate text-ink-3 text-meta">{option.value}</span>
        </span>
      )}
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

export interface SendTestDialogProps {
  campaign: Pick<Campaign, 'id' | 'email_account_id'>;
  step: Step;
  /** The text in the editor, saved or not. */
  draft: StepDraft;
  /** The one that is shown. */
  variant: Variant;
  lead: CampaignLead;
  onClose: () => void;
}

/** Sends the email on the screen, as one lead would get it, to oneself and others of the team, and says what became of it. */
export function SendTestDialog({ campaign, step, draft, variant, lead, onClose }: SendTestDialogProps) {
  const variants = listVariants(bodyOfDraft(draft));
  const [chosen, setChosen] = useState<Variant>(variants.includes(variant) ? variant : 'a');
  const [recipients, setRecipients] = useState([useUser().email]);
  const [prefix, setPrefix] = useState(() => readStored('test-subject-prefix', ''));
  const flag = useCopyFlag();
  const send = useMutation({
    mutationFn: () =>
      call(campaignStepsEndpoints.sendMessageTest, {
        params: { id: campaign.id, stepId: step.id },
        body: {
          ...bodyOfDraft(draft),
          ...toPrefix(prefix),
          prospect_id: lead.id,
          variant: chosen,
          recipients,
          ...flag,
        },
      }),
  });
  const mailboxId = findMailbox(campaign, lead);
  const hasMailbox = mailboxId !== null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('test')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('close')}</AppButton>
          <AppButton
            kind="primary"
            loading={send.isPending}
            disabled={!hasMailbox || recipients.length === 0}
            onClick={() => send.mutate()}
          >
            {send.data ? t('test_again') : t('test_send')}
          </AppButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 m-0 text-table">
          <Fact label={t('test_from')}>{hasMailbox ? <MailboxName id={mailboxId} /> : t('test_none')}</Fact>
          <Fact label={t('test_lead')}>{[leadName(lead), lead.company.name].filter(Boolean).join(' · ')}</Fact>
        </dl>
        {hasMailbox ? null : <Problem>{t('test_no_mailbox')}</Problem>}
        {variants.length > 1 ? <VariantChoice variants={variants} value={chosen} onChange={setChosen} /> : null}
        <RecipientChoice value={recipients} onChange={setRecipients} />
        <PrefixField value={prefix} onChange={setPrefix} />
        <p className="text-ink-3 text-meta">{t('test_hint')}</p>
        {send.isError ? <Problem>{errorMessage(send.error, t('test_failed'))}</Problem> : null}
        {send.data && !send.isPending ? (
          <TestResults key={send.data.test_id} campaignId={campaign.id} testId={send.data.test_id} />
        ) : null}
        <SequenceTest {...{ lead, prefix }} campaignId={campaign.id} isDisabled={!hasMailbox} />
      </div>
    </Dialog>
  );
}

function PrefixField({ value, onChange }: { value: string; onChange: (prefix: string) => void }) {
  function change(typed: string) {
    writeStored('test-subject-prefix', typed || undefined);
    onChange(typed);
  }
  return (
    <TextInput
      label={t('test_prefix')}
      description={t('test_prefix_text')}
      placeholder={t('test_prefix_placeholder')}
      maxLength={TEST_PREFIX_MAX}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

/** Where several share the campaign, a lead that has a sender gets the mail from it. */
function findMailbox(campaign: SendTestDialogProps['campaign'], { senders }: CampaignLead): number | null {
  return senders.find(({ channel }) => channel === 'email')?.account.id ?? campaign.email_account_id;
}

interface VariantChoiceProps {
  variants: readonly Variant[];
  value: Variant;
  onChange: (variant: Variant) => void;
}

function VariantChoice({ variants, value, onChange }: VariantChoiceProps) {
  return (
    <SegmentedControl
      aria-label={t('variant')}
      fullWidth
      size="xs"
      value={value}
      onChange={(next) => onChange(next as Variant)}
      data={variants.map((one) => ({
        value: one,
        label: variants.length > 3 ? one.toUpperCase() : t(`variant_${one}`),
      }))}
    />
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="m-0 min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <p className={classes.note} data-tone="amber" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      {children}
    </p>
  );
}

function MailboxName({ id }: { id: number | null }) {
  const account = useSenders().data?.accounts.find((one) => one.id === id);
  return account ? senderName(account) : t('test_mailbox');
}
