import type { Label } from '@overture/contract/labels';
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/api-client.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { LabelChips } from '../labels/index.ts';
import { CreateLabel, EditLabel } from './label-forms.tsx';
import classes from './labels-dialog.module.css';
import { t } from './texts.ts';
import { useCampaignLabels } from './use-campaign-labels.ts';

interface LabelsDialogProps {
  campaigns: readonly { id: number; name?: string }[];
  onClose: () => void;
}

/** 'Manage labels' of one campaign or several: put on, take off, create and edit. */
export function CampaignLabelsDialog({ campaigns, onClose }: LabelsDialogProps) {
  const labels = useCampaignLabels(campaigns.map(({ id }) => id));
  const isOne = campaigns.length === 1;
  const isEmpty = labels.labels?.length === 0;
  return (
    <Dialog opened onClose={onClose} size="small" title={t('title')}>
      <p className={classes.of}>
        {isOne && campaigns[0]?.name ? campaigns[0].name : t('of_campaigns', { count: campaigns.length })}
      </p>
      {labels.error ? (
        <ErrorState
          compact
          message={errorMessage(labels.error, t('load_failed'))}
          onRetry={() => void labels.retry()}
        />
      ) : null}
      {labels.isPending && !labels.error ? <Skeleton width="60%" height={24} /> : null}
      {isEmpty ? <p className={classes.none}>{t('none_created')}</p> : null}
      {labels.labels && !labels.isPending && !isEmpty ? (
        <>
          <LabelGroup
            title={t(isOne ? 'assigned' : 'common')}
            labels={labels.common}
            none={t(isOne ? 'none_assigned' : 'none_common')}
            isOn
            onToggle={(label) => labels.change({ label, isOn: false })}
            onEdited={labels.refetchAll}
          />
          <LabelGroup
            title={t('available')}
            labels={labels.available}
            none={t('all_assigned')}
            isOn={false}
            onToggle={(label) => labels.change({ label, isOn: true })}
            onEdited={labels.refetchAll}
          />
        </>
      ) : null}
      <CreateLabel
        onCreated={async (label) => {
          await labels.refetchAll();
          labels.change({ label, isOn: true });
        }}
      />
    </Dialog>
  );
}

interface LabelGroupProps {
  title: string;
  labels: readonly Label[] | undefined;
  /** Text of an empty group. */
  none: string;
  /** The campaigns carry these. */
  isOn: boolean;
  onToggle: (label: Label) => void;
  onEdited: () => Promise<void>;
}

function LabelGroup({ title, labels = [], none, isOn, onToggle, onEdited }: LabelGroupProps) {
  const [editing, setEditing] = useState<number | undefined>();
  return (
    <section className={classes.group}>
      <h3 className={classes.title}>{title}</h3>
      {labels.length === 0 ? <p className={classes.none}>{none}</p> : null}
      <ul className={classes.list}>
        {labels.map((label) => (
          <li key={label.id}>
            {editing === label.id ? (
              <EditLabel label={label} onEdited={onEdited} onClose={() => setEditing(undefined)} />
            ) : (
              <div className={classes.row}>
                <span className={classes.chip}>
                  <LabelChips labels={[label]} />
                </span>
                <IconButton
                  label={t('edit', { name: label.name })}
                  size="small"
                  tooltip={false}
                  onClick={() => setEditing(label.id)}
                >
                  <IconPencil size={15} aria-hidden />
                </IconButton>
                <IconButton
                  label={t(isOn ? 'remove' : 'add', { name: label.name })}
                  size="small"
                  tooltip={false}
                  onClick={() => onToggle(label)}
                >
                  {isOn ? <IconX size={15} aria-hidden /> : <IconPlus size={15} aria-hidden />}
                </IconButton>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
