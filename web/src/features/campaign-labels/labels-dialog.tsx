import type { Listed } from '@overture/contract/endpoint';
import { campaignLabelsEndpoints, type Label } from '@overture/contract/labels';
import { CAMPAIGN_LIST_LABEL_COLOR, LABEL_COLORS } from '@overture/domain/limits';
import { IconPlus, IconX } from '@tabler/icons-react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { CreateLabel, LabelChips, LabelRow } from '../labels/index.ts';
import classes from './labels-dialog.module.css';
import { t } from './texts.ts';
import { useCampaignLabels } from './use-campaign-labels.ts';

/** Grey first: labels of this list begin with it. */
const colors = [CAMPAIGN_LIST_LABEL_COLOR, ...LABEL_COLORS];

interface LabelsDialogProps {
  campaigns: readonly { id: number; name?: string }[];
  onClose: () => void;
}

/** 'Manage labels' of one campaign or several: put on, take off, create, edit and delete. */
export function CampaignLabelsDialog({ campaigns, onClose }: LabelsDialogProps) {
  const labels = useCampaignLabels(campaigns.map(({ id }) => id));
  const isOne = campaigns.length === 1;
  const isEmpty = labels.labels?.length === 0;
  return (
    <Dialog opened onClose={onClose} size="small" title={t('title')}>
      <p className="mb-4 text-ink-3 wrap-anywhere">
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
      {isEmpty ? <p className={`${classes.none} mb-3 text-ink-3 text-table`}>{t('none_created')}</p> : null}
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
        colors={[CAMPAIGN_LIST_LABEL_COLOR]}
        initialColor={CAMPAIGN_LIST_LABEL_COLOR}
        create={(body) => call(campaignLabelsEndpoints.createLabel, { body })}
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
  labels: readonly Listed<Label>[] | undefined;
  /** Text of an empty group. */
  none: string;
  /** The campaigns carry these. */
  isOn: boolean;
  onToggle: (label: Label) => void;
  onEdited: () => Promise<void>;
}

function LabelGroup({ title, labels = [], none, isOn, onToggle, onEdited }: LabelGroupProps) {
  return (
    <section className={classes.group}>
      <h3 className="mb-1 text-ink-2 text-table font-medium">{title}</h3>
      {labels.length === 0 ? <p className={`${classes.none} mb-3 text-ink-3 text-table`}>{none}</p> : null}
      <ul className={`${classes.list} flex flex-col max-h-50 m-0 p-0 overflow-y-auto list-none`}>
        {labels.map((label) => (
          <li key={label.id}>
            <LabelRow
              label={label}
              colors={colors}
              deleteText={t('delete_text')}
              save={async (body) => {
                await call(campaignLabelsEndpoints.updateLabel, { params: { id: label.id }, body });
                await onEdited();
              }}
              remove={async () => {
                await call(campaignLabelsEndpoints.deleteLabel, { params: { id: label.id } });
                await onEdited();
              }}
            >
              {(editButton) => (
                <div className="flex items-center gap-0.5 min-h-9">
                  <span className={classes.chip}>
                    <LabelChips labels={[label]} />
                  </span>
                  {editButton}
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
            </LabelRow>
          </li>
        ))}
      </ul>
    </section>
  );
}
