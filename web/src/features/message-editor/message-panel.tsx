import { useMediaQuery } from '@mantine/hooks';
import type { CampaignLead } from '@overture/contract/campaign-leads';
import type { Campaign, Step } from '@overture/contract/campaigns';
import { canEditLive } from '@overture/domain/campaign/live-edits';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { findNode, findThreadStart } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import { isBlank } from '@overture/domain/text/text';
import { IconCheck, IconEye, IconLock } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useDiscardGuard } from '../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import { readFlow, useIsFlowEditable } from '../flow-canvas/index.ts';
import { AddressWait } from './address-wait.tsx';
import { MessageAdvice } from './advice.tsx';
import { DraftButton } from './drafts/draft-button.tsx';
import { Attachments, StepImages } from './files/attachments.tsx';
import classes from './message-editor.module.css';
import { MessageFields } from './message-fields.tsx';
import { PanelTitle } from './panel-title.tsx';
import { Preview } from './preview/preview.tsx';
import type { ShownFacts } from './preview/preview-message.tsx';
import { type DraftProblem, readable, VARIANT_FIELDS } from './step-draft.ts';
import { t } from './texts.ts';
import { PreviewedLead } from './tokens/previewed-lead.tsx';
import { useStepDraft } from './use-step-draft.ts';
import { VariantsButton } from './variants/variants-button.tsx';

const drawerWidth = 480;
/** From here on the preview has room beside the editor. */
const besideFrom = '(min-width: 1100px)';
const besideWidth = 460;

const NOTHING_SHOWN: ShownFacts = { answers: new Map(), results: new Map(), isPlain: false };

/** Lead of the preview and the values of its conditions; reports both. */
function usePreviewed(isOpen: boolean) {
  const [lead, onLead] = useState<CampaignLead | null>(null);
  const [shown, onShown] = useState(NOTHING_SHOWN);
  return { previewed: { lead, shown: isOpen ? shown : NOTHING_SHOWN }, described: { onLead, onShown } };
}

interface MessagePanelProps {
  campaign: Campaign;
  step: Step;
  onClose: () => void;
}

const panes = `${classes.panes} data-beside:grid data-beside:grid-cols-[minmax(0,1fr)_432px] data-beside:min-h-full`;
const besidePane = `${classes.besidePane} -mt-4 -mb-6 -ms-6 py-4 px-6 border-e border-line bg-bg`;

/** The drawer of a step with a message: its texts, files and preview. */
export function MessagePanel({ campaign, step, onClose }: MessagePanelProps) {
  const isEditable = useIsFlowEditable(campaign);
  const editing = useStepDraft(campaign, step, onClose);
  const isWide = useMediaQuery(besideFrom, false, { getInitialValueInEffect: false });
  const [isPreviewOpen, setPreviewOpen] = useState(isWide);
  const isBeside = isPreviewOpen && isWide;
  const { previewed, described } = usePreviewed(isPreviewOpen);
  const guard = useDiscardGuard(editing.isUnsaved && isEditable, onClose);
  const preview = isPreviewOpen ? (
    <Preview campaign={campaign} step={step} draft={editing.draft} variant={editing.variant} {...described} />
  ) : null;
  return (
    <>
      <SidePanel
        opened
        onClose={guard.close}
        title={<PanelTitle type={step.step_type} />}
        width={isBeside ? drawerWidth + besideWidth : drawerWidth}
        footer={
          <PanelFooter
            isEditable={isEditable}
            editing={editing}
            isPreviewOpen={isPreviewOpen}
            onPreview={() => setPreviewOpen(!isPreviewOpen)}
            onClose={guard.close}
          />
        }
      >
        <div className={panes} data-beside={isBeside || undefined}>
          {isBeside ? <div className={besidePane}>{preview}</div> : null}
          <div className={`${classes.editPane} flex flex-col gap-6 min-w-0`}>
            {isEditable ? null : <ReadOnlyNote campaign={campaign} />}
            {step.step_type === 'LINKEDIN_INVITE' ? <NoteHint campaign={campaign} /> : null}
            {isEditable ? <DraftPlace campaignId={campaign.id} step={step} editing={editing} /> : null}
            <EditedTexts campaign={campaign} step={step} editing={editing} {...previewed} isEditable={isEditable} />
            <VariantsPlace campaignId={campaign.id} step={step} />
            <MessageAdvice campaign={campaign} step={step} editing={editing} isShown={isEditable} />
            {stepKind(step.step_type).takes_attachments ? (
              <Attachments campaignId={campaign.id} step={step} isRunning={!isEditable} />
            ) : null}
            <AddressWait
              type={step.step_type}
              days={editing.draft.address_wait_in_days}
              isEditable={isEditable}
              onChange={(address_wait_in_days) => editing.change({ address_wait_in_days })}
            />
            {isWide ? null : preview}
          </div>
        </div>
      </SidePanel>
      {guard.question}
      {editing.conflict}
    </>
  );
}

function ReadOnlyNote({ campaign }: { campaign: Campaign }) {
  return (
    <p className={classes.note} data-tone="grey">
      <IconLock size={16} aria-hidden />
      {t(canEditLive(campaign.status) ? 'read_only_live' : 'read_only')}
    </p>
  );
}

interface EditedTextsProps {
  campaign: Campaign;
  step: Step;
  editing: ReturnType<typeof useStepDraft>;
  /** Whose message is looked at. */
  lead: CampaignLead | null;
  /** What the preview knows of them. */
  shown: ShownFacts;
  isEditable: boolean;
}

function EditedTexts({ campaign, step, editing, lead, shown, isEditable }: EditedTextsProps) {
  const start = useMemo(() => findStart(campaign, step), [campaign, step]);
  return (
    <PreviewedLead campaign={campaign} lead={lead} {...shown}>
      <StepImages campaignId={campaign.id} step={step}>
        <MessageFields
          continuedSubject={start === undefined ? null : readable(start.subject_line ?? null)}
          campaignId={campaign.id}
          type={step.step_type}
          draft={editing.draft}
          revision={editing.revision}
          isEditable={isEditable}
          variant={editing.variant}
          onVariant={editing.setVariant}
          onChange={editing.change}
        />
      </StepImages>
    </PreviewedLead>
  );
}

/** The email above a follow-up, whose subject it continues without one of its own. */
function findStart(campaign: Campaign, { id }: Step) {
  const flow = readFlow(campaign);
  const node = findNode(flow, id);
  return node && findThreadStart(flow, node);
}

/** Who reads what they may not write otherwise wonders where a note went: free accounts send none. */
function NoteHint({ campaign }: { campaign: Campaign }) {
  const words = campaign.linkedin_account_id === null ? t('note_by_tier') : t('note_optional');
  return <p className="text-ink-3 text-meta">{words}</p>;
}

interface DraftPlaceProps {
  campaignId: number;
  step: Step;
  editing: ReturnType<typeof useStepDraft>;
}

/** The draft goes into the variant that is shown. */
function DraftPlace({ campaignId, step, editing }: DraftPlaceProps) {
  const names = VARIANT_FIELDS[editing.draft.is_ab ? editing.variant : 'a'];
  const takesSubject = stepKind(step.step_type).takes_subject;
  const isWritten = !isBlank(editing.draft[names.message]) || (takesSubject && !isBlank(editing.draft[names.subject]));
  return (
    <div>
      <DraftButton
        campaignId={campaignId}
        stepId={step.id}
        isOverwriting={isWritten}
        onSelect={({ subject_line, message }) =>
          editing.replace({
            [names.message]: message,
            [names.formatted]: '',
            ...(takesSubject ? { [names.subject]: subject_line } : {}),
          })
        }
      />
    </div>
  );
}

/** Shares and winner, once a second variant is stored. */
function VariantsPlace({ campaignId, step }: { campaignId: number; step: Step }) {
  if (step.message_b === null) return null;
  return (
    <div>
      <VariantsButton campaignId={campaignId} stepId={step.id} />
    </div>
  );
}

/** To the first field with a problem. */
function focusProblem() {
  const field = document.querySelector<HTMLElement>(`.${classes.box}[data-problem] [contenteditable]`);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

interface ProblemNoteProps {
  problem: DraftProblem;
  isAb: boolean;
  onShow: (variant: Variant) => void;
}

/** Names a text that is too long to save, or unfinished in the variant out of sight. */
function ProblemNote({ problem: { variant, part, kind }, isAb, onShow }: ProblemNoteProps) {
  const words = t(`${kind}_${part}`);
  return (
    <p className={`${classes.footProblem} flex flex-[1_0_100%] items-center justify-between gap-3 text-red text-table`}>
      <span>{isAb ? t('too_long_in', { variant: t(`variant_${variant}`), words }) : words}</span>
      <AppButton size="small" onClick={() => onShow(variant)}>
        {t('too_long_show')}
      </AppButton>
    </p>
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
  const { problem } = editing;
  const isTooLong = problem?.kind === 'too_long';
  const isInSight = !editing.draft.is_ab || problem?.variant === editing.variant;
  return (
    <>
      {isEditable && problem && (isTooLong || !isInSight) ? (
        <ProblemNote
          problem={problem}
          isAb={editing.draft.is_ab}
          onShow={(variant) => {
            editing.setVariant(variant);
            requestAnimationFrame(focusProblem);
          }}
        />
      ) : null}
      <span className="-ms-2.5 me-auto">
        <AppButton
          kind="quiet"
          data-tour="open-preview"
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
            <span
              className="inline-flex items-center gap-1.5 h-(--control-height) px-4 text-green font-medium"
              role="status"
            >
              <IconCheck size={16} aria-hidden />
              {t('saved')}
            </span>
          ) : (
            <AppButton kind="primary" loading={editing.isSaving} disabled={isTooLong} onClick={editing.save}>
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
