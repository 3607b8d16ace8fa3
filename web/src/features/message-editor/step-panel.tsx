import { useMediaQuery } from '@mantine/hooks';
import type { Campaign, Condition, Step } from '@overture/contract/campaigns';
import { type NodeType, typeInfo } from '@overture/domain/flow/step-types';
import { canEditFlow } from '@overture/domain/transitions';
import { IconCheck, IconEye, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { AppButton } from '../../ui/app-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SidePanel } from '../../ui/overlay.tsx';
import { StepGlyph } from '../flow-canvas/step-glyph.tsx';
import { Attachments } from './attachments.tsx';
import { EmailFields } from './email-fields.tsx';
import classes from './message-editor.module.css';
import { Preview } from './preview.tsx';
import { t } from './texts.ts';
import { useStepDraft } from './use-step-draft.ts';

interface StepPanelProps {
  campaign: Campaign;
  nodeId: number;
  onClose: () => void;
}

const drawerWidth = 480;
/** From here on the preview has room beside the editor. */
const besideFrom = '(min-width: 1100px)';
const besideWidth = 460;

/** The drawer of a step or condition. */
export function StepPanel({ campaign, nodeId, onClose }: StepPanelProps) {
  const step = campaign.steps.find(({ id }) => id === nodeId);
  const condition = campaign.conditions.find(({ id }) => id === nodeId);
  if (step?.step_type === 'EMAIL') return <EmailPanel campaign={campaign} step={step} onClose={onClose} />;
  const node = step ?? condition;
  if (node === undefined) return null;
  return <PlainPanel node={node} onClose={onClose} />;
}

function PanelTitle({ type }: { type: NodeType }) {
  const info = typeInfo(type);
  return (
    <span className={classes.panelTitle}>
      <StepGlyph glyph={info.glyph} channel={info.channel} />
      {info.label}
    </span>
  );
}

const about: Partial<Record<NodeType, 'call_about' | 'has_email_about' | 'has_phone_about'>> = {
  CALL_PROSPECT: 'call_about',
  HAS_EMAIL: 'has_email_about',
  HAS_PHONE: 'has_phone_about',
};

/** Steps without a message say what they do. */
function PlainPanel({ node, onClose }: { node: Step | Condition; onClose: () => void }) {
  const type = 'step_type' in node ? node.step_type : node.condition_type;
  const key = about[type];
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={<PanelTitle type={type} />}
      footer={
        <AppButton kind="primary" onClick={onClose}>
          {t('close')}
        </AppButton>
      }
    >
      <p className={classes.about}>{key ? t(key) : null}</p>
    </SidePanel>
  );
}

interface EmailPanelProps {
  campaign: Campaign;
  step: Step;
  onClose: () => void;
}

function EmailPanel({ campaign, step, onClose }: EmailPanelProps) {
  const isEditable = canEditFlow(campaign.status);
  const editing = useStepDraft(campaign, step, onClose);
  const [isAsking, setAsking] = useState(false);
  const isWide = useMediaQuery(besideFrom, false, { getInitialValueInEffect: false });
  const [isPreviewOpen, setPreviewOpen] = useState(isWide);
  function close() {
    if (editing.isChanged && isEditable) setAsking(true);
    else onClose();
  }
  const preview = isPreviewOpen ? (
    <Preview campaignId={campaign.id} stepId={step.id} draft={editing.draft} variant={editing.variant} />
  ) : null;
  return (
    <>
      <SidePanel
        opened
        onClose={close}
        title={<PanelTitle type={step.step_type} />}
        width={isPreviewOpen && isWide ? drawerWidth + besideWidth : drawerWidth}
        footer={
          <PanelFooter
            isEditable={isEditable}
            editing={editing}
            isPreviewOpen={isPreviewOpen}
            onPreview={() => setPreviewOpen(!isPreviewOpen)}
            onClose={close}
          />
        }
      >
        <div className={classes.panes} data-beside={(isPreviewOpen && isWide) || undefined}>
          {isPreviewOpen && isWide ? <div className={classes.besidePane}>{preview}</div> : null}
          <div className={classes.editPane}>
            {isEditable ? null : (
              <p className={classes.note} data-tone="grey">
                <IconLock size={16} aria-hidden />
                {t('read_only')}
              </p>
            )}
            <EmailFields
              campaignId={campaign.id}
              draft={editing.draft}
              isEditable={isEditable}
              variant={editing.variant}
              onVariant={editing.setVariant}
              onChange={editing.change}
            />
            <Attachments campaignId={campaign.id} step={step} isEditable={isEditable} />
            {isWide ? null : preview}
          </div>
        </div>
      </SidePanel>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('discard_title')}
        confirmLabel={t('discard')}
        danger
        onConfirm={onClose}
      >
        {t('discard_text')}
      </ConfirmDialog>
    </>
  );
}

interface PanelFooterProps {
  isEditable: boolean;
  editing: ReturnType<typeof useStepDraft>;
  isPreviewOpen: boolean;
  onPreview: () => void;
  onClose: () => void;
}

function PanelFooter({ isEditable, editing, isPreviewOpen, onPreview, onClose }: PanelFooterProps) {
  return (
    <>
      <span className={classes.footStart}>
        <AppButton
          kind="quiet"
          icon={<IconEye size={16} aria-hidden />}
          aria-pressed={isPreviewOpen}
          onClick={onPreview}
        >
          {t('preview')}
        </AppButton>
      </span>
      {isEditable ? (
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          {editing.isSaved ? (
            <span className={classes.saved} role="status">
              <IconCheck size={16} aria-hidden />
              {t('saved')}
            </span>
          ) : (
            <AppButton
              kind="primary"
              loading={editing.isSaving}
              disabled={editing.problem !== null}
              onClick={editing.save}
            >
              {t('save')}
            </AppButton>
          )}
        </>
      ) : (
        <AppButton kind="primary" onClick={onClose}>
          {t('close')}
        </AppButton>
      )}
    </>
  );
}
