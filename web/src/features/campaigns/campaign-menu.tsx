import type { CampaignSummary } from '@overture/contract/campaigns';
import { IconArchive, IconCopy, IconTag, IconTemplate } from '@tabler/icons-react';
import { useUser } from '../../lib/api/session.ts';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { t } from './texts.ts';
import { useDuplicateCampaign } from './use-campaign-changes.ts';

interface CampaignMenuProps {
  campaign: Pick<CampaignSummary, 'id' | 'name' | 'status'>;
  onLabels: () => void;
  onTemplate: () => void;
  onArchive: () => void;
}

/** What can be done with a campaign, in its row and in its head. */
export function CampaignMenu({ campaign, onLabels, onTemplate, onArchive }: CampaignMenuProps) {
  const duplicate = useDuplicateCampaign();
  const canCreate = useUser().organization.branding_settings.campaign_creation_enabled;
  return (
    <ActionMenu
      label={t('menu', { name: campaign.name })}
      entries={[
        ...(canCreate
          ? [
              {
                id: 'duplicate',
                label: t('duplicate'),
                icon: <IconCopy size={16} aria-hidden />,
                disabled: duplicate.isPending,
                onSelect: () => duplicate.mutate(campaign.id),
              },
            ]
          : []),
        {
          id: 'labels',
          label: t('manage_labels'),
          icon: <IconTag size={16} aria-hidden />,
          onSelect: onLabels,
        },
        ...(canCreate
          ? [
              {
                id: 'template',
                label: t('save_as_template'),
                icon: <IconTemplate size={16} aria-hidden />,
                onSelect: onTemplate,
              },
            ]
          : []),
        ...(campaign.status === 'ARCHIVED'
          ? []
          : [
              {
                id: 'archive',
                label: t('archive_campaign'),
                icon: <IconArchive size={16} aria-hidden />,
                onSelect: onArchive,
              },
            ]),
      ]}
    />
  );
}
