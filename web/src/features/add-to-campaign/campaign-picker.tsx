import { Radio, TextInput } from '@mantine/core';
import { type CampaignSummary, campaignsEndpoints } from '@overture/contract/campaigns';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { IconArrowLeft, IconPlus, IconTemplate } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatNumber } from '../../lib/format.ts';
import { campaignStatusLabel } from '../../lib/labels/campaign/campaign-status.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { StatusDot, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { createDraft } from '../campaigns/index.ts';
import { TemplateList } from '../templates/index.ts';
import classes from './add-to-campaign.module.css';
import { t } from './texts.ts';

const tones: Record<CampaignStatus, StatusTone> = {
  DRAFT: 'grey',
  ACTIVE: 'blue',
  PAUSED: 'amber',
  COMPLETED: 'green',
  ARCHIVED: 'grey',
};

/** A search field is worth its place from here on. */
const searchFrom = 8;

interface CampaignPickerProps {
  chosen: number | undefined;
  onChoose: (id: number) => void;
  /** The campaign that the leads are taken from. */
  hiddenId?: number | undefined;
  /** The choice is made: leads are on their way into it. */
  disabled: boolean;
}

const none = 'p-3 text-ink-3 text-table';

/** The campaigns that can take leads (archived ones are hidden), newest first, and a new one, blank or from a template. */
export function CampaignPicker({ chosen, onChoose, hiddenId, disabled }: CampaignPickerProps) {
  const [query, setQuery] = useState('');
  const [making, setMaking] = useState<'blank' | 'template' | undefined>();
  const list = useQuery(queryOptions(campaignsEndpoints.listCampaigns));
  const create = useCreateCampaign((id) => {
    setMaking(undefined);
    onChoose(id);
  });
  const canCreate = useUser().organization.branding_settings.campaign_creation_enabled;
  const campaigns = list.data?.campaigns.filter(({ id, status }) => status !== 'ARCHIVED' && id !== hiddenId);
  const wanted = query.trim().toLowerCase();
  const found = campaigns?.filter(({ name }) => name.toLowerCase().includes(wanted));
  if (making !== undefined) {
    const NewCampaign = making === 'template' ? TemplatePicker : BlankCampaign;
    return (
      <NewCampaign
        disabled={disabled}
        isPending={create.isPending}
        onBack={() => setMaking(undefined)}
        onCreate={(draft) => create.mutate(draft)}
      />
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between min-h-(--control-height)">
        <h3 id="choose-campaign">{t('choose')}</h3>
        {campaigns && campaigns.length >= searchFrom ? (
          <SearchInput label={t('find')} placeholder={t('find')} value={query} onChange={setQuery} width={200} />
        ) : null}
      </div>
      {queryFailure(list, { compact: true })}
      <Radio.Group
        value={chosen === undefined ? null : String(chosen)}
        onChange={(id) => onChoose(Number(id))}
        aria-labelledby="choose-campaign"
        disabled={disabled}
      >
        <div className="flex flex-col gap-0.5 max-h-[264px] p-0.75 overflow-y-auto border border-line rounded-control">
          {canCreate ? (
            <CreateRows
              disabled={disabled || create.isPending}
              onBlank={() => setMaking('blank')}
              onTemplate={() => setMaking('template')}
            />
          ) : null}
          {list.isPending ? [0, 1, 2].map((key) => <Skeleton key={key} height={40} radius={8} />) : null}
          {found?.map((campaign) => (
            <CampaignOption key={campaign.id} campaign={campaign} />
          ))}
          {campaigns?.length === 0 ? <p className={none}>{t('empty_text')}</p> : null}
          {campaigns?.length && found?.length === 0 ? <p className={none}>{t('none_found')}</p> : null}
        </div>
      </Radio.Group>
    </div>
  );
}

/** Makes a draft, from a template or blank, and chooses it. */
function useCreateCampaign(onCreated: (id: number) => void) {
  return useMutation({
    mutationFn: createDraft,
    onSuccess: async ({ campaign }) => {
      await whenRefetched();
      onCreated(campaign.id);
    },
    onError: (error) => toast.error(errorMessage(error, t('create_failed'))),
  });
}

interface NewCampaignProps {
  disabled: boolean;
  isPending: boolean;
  onBack: () => void;
  onCreate: (draft: Parameters<typeof createDraft>[0]) => void;
}

/** Asks for the name. Nothing is created before it is confirmed. */
function BlankCampaign({ onCreate, ...buttons }: NewCampaignProps) {
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const create = () => trimmed !== '' && !buttons.isPending && onCreate({ template_id: null, name: trimmed });
  return (
    <div className="flex flex-col gap-3">
      <TextInput
        label={t('name')}
        description={t('create_text')}
        value={name}
        maxLength={TEXT_LIMITS.campaign_name_max}
        autoComplete="off"
        ref={focusOnce}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && create()}
      />
      <NewCampaignButtons {...buttons} disabled={buttons.disabled || trimmed === ''} onCreate={create} />
    </div>
  );
}

const focusOnce = (field: HTMLInputElement | null) => field?.focus();

function TemplatePicker({ onCreate, ...buttons }: NewCampaignProps) {
  const [template, setTemplate] = useState<number | null>(null);
  return (
    <div className="flex flex-col gap-2">
      <TemplateList chosen={template} onChoose={(chosen) => setTemplate(chosen?.id ?? null)} />
      <NewCampaignButtons {...buttons} onCreate={() => onCreate({ template_id: template })} />
    </div>
  );
}

function NewCampaignButtons({
  disabled,
  isPending,
  onBack,
  onCreate,
}: Omit<NewCampaignProps, 'onCreate'> & { onCreate: () => void }) {
  return (
    <div className="flex flex-wrap justify-between gap-2">
      <AppButton size="small" icon={<IconArrowLeft size={15} aria-hidden />} onClick={onBack}>
        {t('back')}
      </AppButton>
      <AppButton size="small" kind="primary" disabled={disabled} loading={isPending} onClick={onCreate}>
        {t('create_submit')}
      </AppButton>
    </div>
  );
}

function CampaignOption({ campaign }: { campaign: CampaignSummary }) {
  const leads = t('campaign_leads', {
    count: campaign.total_prospects,
    shown: formatNumber(campaign.total_prospects),
  });
  const id = `campaign-${campaign.id}`;
  return (
    <label className={classes.campaign} htmlFor={id}>
      <Radio id={id} value={String(campaign.id)} size="xs" />
      <span className="flex-1 font-medium truncate" title={campaign.name}>
        {campaign.name}
      </span>
      <span className="flex-none text-ink-3 max-sm:hidden number">{leads}</span>
      <StatusDot tone={tones[campaign.status]}>{campaignStatusLabel(campaign.status)}</StatusDot>
    </label>
  );
}

interface CreateRowsProps {
  disabled: boolean;
  onBlank: () => void;
  onTemplate: () => void;
}

/** A new campaign, before those that are there. */
function CreateRows({ disabled, onBlank, onTemplate }: CreateRowsProps) {
  return (
    <>
      <CreateRow
        title={t('create')}
        text={t('create_text')}
        icon={<IconPlus size={16} aria-hidden />}
        disabled={disabled}
        onClick={onBlank}
      />
      <CreateRow
        title={t('create_from')}
        text={t('create_from_text')}
        icon={<IconTemplate size={16} aria-hidden />}
        disabled={disabled}
        onClick={onTemplate}
      />
    </>
  );
}

interface CreateRowProps {
  title: string;
  text: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

function CreateRow({ title, text, icon, disabled, onClick }: CreateRowProps) {
  return (
    // Not `disabled`: a disabled button loses the focus of a keyboard user.
    <button
      type="button"
      className={classes.create}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      {icon}
      <span className="flex flex-col">
        <span>{title}</span>
        <span className="text-ink-3 text-meta font-normal">{text}</span>
      </span>
    </button>
  );
}
