import type { Campaign } from '@overture/contract/campaigns';
import { ACTIVATION_TEXTS } from '@overture/domain/flow/activation-texts';
import { IconCalendarStats, IconPlayerPause, IconPlayerPlay, IconSettings } from '@tabler/icons-react';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { defineTexts } from '../../../lib/texts.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../../ui/layout/page-header.tsx';
import { CampaignStatusChip } from '../../campaign-status/index.ts';
import { DiagnoseButton } from '../../diagnosis/index.ts';
import { WriteSequenceButton } from '../../sequence-writing/index.ts';
import { CampaignMenu } from '../campaign-menu.tsx';
import classes from '../campaigns.module.css';
import { isResume } from '../start/start-words.ts';
import { t } from '../texts.ts';
import { useCampaignStatuses } from '../use-campaign-changes.ts';
import { CampaignName } from './campaign-name.tsx';

const notYet = defineTexts({ no_steps: ACTIVATION_TEXTS.no_steps });

export type CampaignDialog =
  | 'activate'
  | 'rehearse'
  | 'pause'
  | 'settings'
  | 'labels'
  | 'template'
  | 'archive'
  | 'diagnose';

interface CampaignHeaderProps {
  campaign: Campaign | undefined;
  hasFailed: boolean;
  onDialog: (dialog: CampaignDialog) => void;
}

/** Name, status and the one action that fits the status. */
export function CampaignHeader({ campaign, hasFailed, onDialog }: CampaignHeaderProps) {
  return (
    <PageHeader
      title={
        campaign ? (
          <span className={classes.title}>
            <CampaignName campaign={campaign} />
          </span>
        ) : hasFailed ? (
          t('missing_title')
        ) : (
          <Skeleton width={240} height={20} />
        )
      }
      back={
        <AppLink to={pb.campaigns()} aria-label={t('back')} title={t('back')}>
          <BackArrow />
        </AppLink>
      }
      actions={campaign ? <Actions campaign={campaign} onDialog={onDialog} /> : null}
    />
  );
}

function Actions({ campaign, onDialog }: { campaign: Campaign; onDialog: (dialog: CampaignDialog) => void }) {
  return (
    <>
      <CampaignStatusChip status={campaign.status} waiting={campaign.waiting_for_data} />
      <WriteSequenceButton campaign={campaign} label={t('write_sequence')} />
      {canRehearse(campaign) ? (
        <IconButton label={t('rehearse')} onClick={() => onDialog('rehearse')}>
          <IconCalendarStats size={18} aria-hidden />
        </IconButton>
      ) : null}
      <DiagnoseButton label={t('diagnose')} onClick={() => onDialog('diagnose')} />
      <IconButton label={t('settings')} onClick={() => onDialog('settings')}>
        <IconSettings size={18} aria-hidden />
      </IconButton>
      <CampaignMenu
        campaign={campaign}
        onLabels={() => onDialog('labels')}
        onTemplate={() => onDialog('template')}
        onArchive={() => onDialog('archive')}
      />
      <PrimaryAction campaign={campaign} onDialog={onDialog} />
    </>
  );
}

/** Shown before a start or resume, if there is something to do. */
function canRehearse({ status, steps }: Campaign): boolean {
  return (status === 'DRAFT' || status === 'PAUSED') && steps.length > 0;
}

function PrimaryAction({ campaign, onDialog }: { campaign: Campaign; onDialog: (dialog: CampaignDialog) => void }) {
  const { moveBack } = useCampaignStatuses(() => {});
  switch (campaign.status) {
    case 'ACTIVE':
      return (
        <AppButton icon={<IconPlayerPause size={16} aria-hidden />} onClick={() => onDialog('pause')}>
          {t('pause')}
        </AppButton>
      );
    case 'ARCHIVED':
      return (
        <AppButton kind="primary" loading={moveBack.isPending} onClick={() => moveBack.mutate([campaign.id])}>
          {t('move_back')}
        </AppButton>
      );
    default:
      return <StartButton campaign={campaign} onStart={() => onDialog('activate')} />;
  }
}

/** Activate or Resume; without steps it says why it cannot be pressed. */
function StartButton({ campaign, onStart }: { campaign: Campaign; onStart: () => void }) {
  const hasSteps = campaign.steps.length > 0;
  const button = (
    <AppButton
      kind="primary"
      data-tour="activate"
      icon={<IconPlayerPlay size={16} aria-hidden />}
      disabled={!hasSteps}
      onClick={onStart}
    >
      {isResume(campaign) ? t('resume') : t('activate')}
    </AppButton>
  );
  if (hasSteps) return button;
  return (
    <span className={classes.why} title={notYet('no_steps')}>
      {button}
      <span className="visually-hidden">{notYet('no_steps')}</span>
    </span>
  );
}
