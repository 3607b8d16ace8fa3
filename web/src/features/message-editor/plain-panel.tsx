import { Select } from '@mantine/core';
import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { Campaign, Condition, Step } from '@overture/contract/campaigns';
import { canEditLive } from '@overture/domain/campaign/live-edits';
import { canLackAddress } from '@overture/domain/flow/address-wait';
import { defaultDelayInHours } from '@overture/domain/flow/delays';
import { CONDITION_TYPES, isTypeOffered, lookupOf, type NodeType } from '@overture/domain/flow/step-types';
import { UI } from '@overture/domain/limits';
import { CONTACT_LOOKUP_COSTS } from '@overture/domain/money/credits';
import { IconCheck, IconClock, IconLock } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useDiscardGuard } from '../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import {
  DelayChoices,
  delayWords,
  readFlow,
  showCampaign,
  useIsFlowEditable,
  useWorkingCopy,
  withChange,
} from '../flow-canvas/index.ts';
import { LinkChoice } from '../link-tracking/index.ts';
import { describeFully, describeShortly } from '../node-kinds/index.ts';
import { AddressWait } from './address-wait.tsx';
import classes from './message-editor.module.css';
import { PanelTitle } from './panel-title.tsx';
import { findScript, ScriptField } from './script-field.tsx';
import { t } from './texts.ts';

interface PlainPanelProps {
  campaign: Campaign;
  node: Step | Condition;
  onClose: () => void;
}

/** The drawer of a step without a message, or of a condition: what it does, and how long it waits. */
export function PlainPanel({ campaign, node, onClose }: PlainPanelProps) {
  const isEditable = useIsFlowEditable(campaign);
  const draft = useNodeDraft(node);
  const { type, choose, hours, setHours, wait, setWait, script, setScript, link, isSame } = draft;
  const save = useSaveNode(campaign.id, node, onClose);
  const guard = useDiscardGuard(script !== findScript(node) && !save.isSuccess, onClose);
  const long = describeFully(type, creditsOf(type));
  return (
    <SidePanel
      opened
      onClose={guard.close}
      title={<PanelTitle type={type} />}
      footer={
        isEditable && !save.isSuccess ? (
          <>
            <AppButton onClick={guard.close}>{t('cancel')}</AppButton>
            <AppButton
              kind="primary"
              loading={save.isPending}
              onClick={() => (isSame ? onClose() : save.mutate({ delay_in_hours: hours, type, wait, script, link }))}
            >
              {t('save')}
            </AppButton>
          </>
        ) : (
          <Ending isSaved={save.isSuccess} onClose={onClose} />
        )
      }
    >
      <div className={`${classes.editPane} flex flex-col gap-6 min-w-0`}>
        {long ? <p className="text-ink-2">{long}</p> : null}
        {guard.question}
        <ScriptField script={script} isEditable={isEditable} onChange={setScript} />
        <QuestionChoice node={node} type={type} onChange={choose} />
        <AskedLink campaign={campaign} node={node} draft={draft} isEditable={isEditable} />
        {isEditable ? (
          <div className="p-2 border border-line rounded-card">
            <DelayChoices key={`${type}${hours}`} type={type} hours={hours} onChoose={setHours} />
          </div>
        ) : (
          <>
            <p className="flex gap-2 items-center text-ink-2">
              <IconClock size={16} aria-hidden />
              {delayWords({ type, delay_in_hours: node.delay_in_hours })}
            </p>
            <p className={classes.note} data-tone="grey">
              <IconLock size={16} aria-hidden />
              {t(canEditLive(campaign.status) ? 'read_only_live' : 'read_only')}
            </p>
          </>
        )}
        {'step_type' in node ? (
          <AddressWait type={node.step_type} days={wait ?? null} isEditable={isEditable} onChange={setWait} />
        ) : null}
      </div>
    </SidePanel>
  );
}

function creditsOf(type: NodeType): number {
  const lookup = lookupOf(type);
  return lookup ? CONTACT_LOOKUP_COSTS[lookup] : 0;
}

interface AskedLinkProps {
  campaign: Campaign;
  node: Step | Condition;
  draft: ReturnType<typeof useNodeDraft>;
  isEditable: boolean;
}

/** Which link a condition about clicks asks for. */
function AskedLink({ campaign, node, draft: { type, link, setLink }, isEditable }: AskedLinkProps) {
  const flow = useMemo(() => readFlow(campaign), [campaign]);
  if (type !== 'CLICKED') return null;
  return <LinkChoice flow={flow} nodeId={node.id} link={link} isEditable={isEditable} onChange={setLink} />;
}

/** Settings of a node. Another condition starts with its own default delay. */
function useNodeDraft(node: Step | Condition) {
  const kept: NodeType = 'step_type' in node ? node.step_type : node.condition_type;
  const [type, setType] = useState(kept);
  const [hours, setHours] = useState(node.delay_in_hours);
  const keptWait = findWait(node);
  const [wait, setWait] = useState(keptWait);
  const keptScript = findScript(node);
  const [script, setScript] = useState(keptScript);
  function choose(chosen: NodeType) {
    setType(chosen);
    setHours(chosen === kept ? node.delay_in_hours : defaultDelayInHours(chosen));
  }
  const keptLink = 'condition_type' in node ? node.link_url : null;
  const [link, setLink] = useState(keptLink);
  const isSame =
    hours === node.delay_in_hours && type === kept && wait === keptWait && script === keptScript && link === keptLink;
  return { type, choose, hours, setHours, wait, setWait, script, setScript, link, setLink, isSame };
}

/** Days a step waits for an address, null for ever; undefined where it needs none. */
function findWait(node: Step | Condition): number | null | undefined {
  return 'step_type' in node && canLackAddress(node.step_type) ? node.address_wait_in_days : undefined;
}

interface QuestionChoiceProps {
  node: Step | Condition;
  type: NodeType;
  onChange: (type: NodeType) => void;
}

/** What a condition asks: of a flow that runs it may become another one in its working copy. */
function QuestionChoice({ node, type, onChange }: QuestionChoiceProps) {
  const isCopy = useWorkingCopy() !== undefined;
  const flags = useUser().organization.branding_settings;
  if (!isCopy || !('condition_type' in node)) return null;
  const offered = CONDITION_TYPES.filter((one) => one === node.condition_type || isTypeOffered(one, flags));
  return (
    <Select
      label={t('question')}
      description={t('question_text')}
      data={offered.map((value) => ({ value, label: describeShortly(value) ?? nodeKindLabel(value) }))}
      value={type}
      allowDeselect={false}
      onChange={(chosen) => chosen && onChange(chosen as NodeType)}
    />
  );
}

function Ending({ isSaved, onClose }: { isSaved: boolean; onClose: () => void }) {
  if (!isSaved) {
    return (
      <AppButton kind="primary" onClick={onClose}>
        {t('close')}
      </AppButton>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 h-(--control-height) px-4 text-green font-medium" role="status">
      <IconCheck size={16} aria-hidden />
      {t('saved')}
    </span>
  );
}

/** Stores a delay and how long an address is waited for, and in a working copy what a condition asks; says so for a second, then closes. */
function useSaveNode(campaignId: number, node: Step | Condition, onClose: () => void) {
  const client = useQueryClient();
  const copy = useWorkingCopy();
  const save = useMutation({
    mutationFn: async ({
      delay_in_hours,
      type,
      wait,
      script,
      link,
    }: {
      delay_in_hours: number;
      type: NodeType;
      wait?: number | null | undefined;
      script: string | undefined;
      link: string | null;
    }) => {
      const waits = wait === undefined ? {} : { address_wait_in_days: wait };
      const said = script === undefined ? {} : { message: script };
      const asked = type === 'CLICKED' ? { link_url: link ?? '' } : {};
      if (copy)
        return {
          campaign: await copy.change((nodes) =>
            withChange(nodes, node.id, { delay_in_hours, type, ...waits, ...said, ...asked }),
          ),
        };
      const params = { id: campaignId, stepId: node.id };
      if (script !== undefined)
        return call(campaignStepsEndpoints.updateStep, { params, body: { ...said, delay_in_hours } });
      return call(campaignStepsEndpoints.setDelay, {
        params,
        body: { delay_in_hours, is_condition: 'condition_type' in node, ...waits, ...asked },
      });
    },
    onSuccess: (answer) => copy ?? showCampaign(client, answer.campaign),
    onError: (error) => toast.error(errorMessage(error, t('save_failed'))),
  });
  const { isSuccess } = save;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(onClose, UI.saved_confirmation_in_ms);
    return () => clearTimeout(timer);
  }, [isSuccess, onClose]);
  return save;
}
