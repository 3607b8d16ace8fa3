import { CAMPAIGN_CHOICES, type CampaignChoice as Choice } from '@overture/domain/campaign/campaign-choice';
import { IconCheck, IconChevronDown, IconPlayerPause } from '@tabler/icons-react';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { t } from './texts.ts';

interface CampaignChoiceProps {
  /** That run for the lead; at least one. */
  campaigns: readonly { id: number; name: string }[];
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

/** What a message means for the campaigns that run for its lead. */
export function CampaignChoice({ campaigns, chosen, onChoose }: CampaignChoiceProps) {
  const name = campaigns[0]?.name ?? '';
  return (
    <div className="flex items-center gap-1 min-h-6.5 m-0 mb-1.5 text-ink-3 text-meta">
      <IconPlayerPause size={13} aria-hidden className="flex-none" />
      <span className="truncate" title={campaigns.map((campaign) => campaign.name).join(', ')}>
        {campaigns.length === 1 ? t('one', { name }) : t('many', { count: campaigns.length })}
      </span>
      <ActionMenu
        label={t('label')}
        position="top-start"
        entries={CAMPAIGN_CHOICES.map((choice) => ({
          id: choice,
          label: (
            <span className="flex flex-col">
              <span>{t(choice)}</span>
              <span className="text-ink-3 text-meta">{t(`${choice}_text`)}</span>
            </span>
          ),
          icon: choice === chosen ? <IconCheck size={15} aria-hidden /> : <span className="inline-block w-3.75" />,
          onSelect: () => onChoose(choice),
        }))}
      >
        <button
          type="button"
          aria-label={`${t('label')}: ${t(chosen)}`}
          className="bare inline-flex flex-none items-center gap-1.25 min-h-6.5 px-1 rounded-control text-ink-2 cursor-pointer hover:bg-hover"
        >
          {t(chosen)}
          <IconChevronDown size={13} aria-hidden className="flex-none" />
        </button>
      </ActionMenu>
    </div>
  );
}
