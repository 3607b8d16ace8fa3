import type { Campaign } from '@overture/contract/campaigns';
import { canEditLive } from '@overture/domain/campaign/live-edits';
import type { Cure } from '@overture/domain/diagnosis/causes';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import {
  ArchiveDialog,
  CAMPAIGN_TABS,
  type CampaignDialog,
  CampaignHeader,
  type CampaignTab,
  CampaignTabs,
  campaignPageClasses as classes,
  MissingCampaign,
  campaignsTexts as t,
  useCampaign,
} from '../features/campaigns/index.ts';
import { Diagnosis } from '../features/diagnosis/index.ts';
import { loadCanvas, StepsTab } from '../features/flow-canvas/index.ts';
import { ApiError } from '../lib/api/api-client.ts';
import { queryFailure } from '../lib/api/query-failure.tsx';
import { usePageTitle } from '../lib/navigation/page-title.ts';
import { readStored, writeStoredEntry } from '../lib/storage.ts';
import { PageSpinner } from '../ui/feedback/spinner.tsx';
import { NoticePlace } from '../ui/layout/notice-place.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const route = getRouteApi('/private/campaigns/$campaignId');

const CampaignLeads = lazyPart(() =>
  import('../features/campaign-leads/index.ts').then((file) => ({ default: file.CampaignLeads })),
);
const ActivationDialog = lazyPart(() =>
  import('../features/campaigns/start/activation-dialog.tsx').then((file) => ({ default: file.ActivationDialog })),
);
const importNotices = () => import('../features/campaigns/start/campaign-notices.tsx');
const CampaignNotices = lazyPart(() => importNotices().then((file) => ({ default: file.CampaignNotices })));
const LiveSteps = lazyPart(() =>
  import('../features/revisions/live-steps.tsx').then((file) => ({ default: file.LiveSteps })),
);
const StepPanel = lazyPart(() =>
  import('../features/message-editor/step-panel.tsx').then((file) => ({ default: file.StepPanel })),
);
const PauseDialog = lazyPart(() =>
  import('../features/campaigns/start/pause-dialog.tsx').then((file) => ({ default: file.PauseDialog })),
);
const SettingsPanel = lazyPart(() =>
  import('../features/campaign-settings/settings-panel.tsx').then((file) => ({ default: file.SettingsPanel })),
);
const CampaignLabelsDialog = lazyPart(() =>
  import('../features/campaign-labels/index.ts').then((file) => ({ default: file.CampaignLabelsDialog })),
);
const SaveTemplateDialog = lazyPart(() =>
  import('../features/templates/save-template-dialog.tsx').then((file) => ({ default: file.SaveTemplateDialog })),
);

const RehearsalDialog = lazyPart(() =>
  import('../features/rehearsal/rehearsal-dialog.tsx').then((file) => ({ default: file.RehearsalDialog })),
);

const CampaignAnalyticsTab = lazyPart(() =>
  import('../features/analytics/index.ts').then((file) => ({ default: file.CampaignAnalyticsTab })),
);

/** One campaign: steps, prospects, analytics, and the dialogs over them. `?missing_data=true` opens what its leads lack. */
export function CampaignScreen() {
  const id = Number(route.useParams().campaignId);
  const { missing_data = false } = route.useSearch();
  if (!Number.isSafeInteger(id) || id < 1) return <MissingCampaign />;
  return <OpenCampaign key={id} id={id} showsProblems={missing_data} />;
}

/** Where this page removes a cause. */
const CURE_DIALOGS: Partial<Record<Cure, CampaignDialog>> = {
  start_campaign: 'activate',
  resume_campaign: 'activate',
  open_settings: 'settings',
  choose_sender: 'settings',
};
const CURE_TABS: Partial<Record<Cure, CampaignTab>> = {
  publish_changes: 'steps',
  open_steps: 'steps',
  add_leads: 'prospects',
  open_leads: 'prospects',
  fill_data: 'prospects',
};

function rememberedTab(id: number): CampaignTab {
  const stored = readStored('campaign-tab', {})[id];
  return CAMPAIGN_TABS.find((tab) => tab === stored) ?? 'steps';
}

interface StepsProps {
  campaign: Campaign;
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
}

/** A draft is edited in place; a started campaign in a working copy. */
function Steps({ campaign, openId, onOpen }: StepsProps) {
  const close = useCallback(() => onOpen(undefined), [onOpen]);
  if (canEditLive(campaign.status)) {
    return (
      <Suspense fallback={<PageSpinner label={t('tab_steps')} />}>
        <LiveSteps campaign={campaign} openId={openId} onOpen={onOpen} />
      </Suspense>
    );
  }
  return (
    <>
      <StepsTab campaign={campaign} openId={openId} onOpen={onOpen} />
      <Suspense fallback={null}>
        {openId === undefined ? null : <StepPanel key={openId} campaign={campaign} nodeId={openId} onClose={close} />}
      </Suspense>
    </>
  );
}

interface LaterDialogsProps {
  campaign: Campaign;
  dialog: CampaignDialog | undefined;
  onClose: () => void;
  onStep: (id: number) => void;
  onCure: (cure: Cure) => boolean;
}

/** Dialogs that are loaded when they are opened. */
function LaterDialogs({ campaign, dialog, onClose, onStep, onCure }: LaterDialogsProps) {
  const props = { campaign, onClose };
  return (
    <Suspense fallback={null}>
      {dialog === 'activate' ? <ActivationDialog {...props} onStep={onStep} /> : null}
      {dialog === 'pause' ? <PauseDialog {...props} /> : null}
      {dialog === 'labels' ? <CampaignLabelsDialog campaigns={[campaign]} onClose={onClose} /> : null}
      {dialog === 'template' ? <SaveTemplateDialog {...props} /> : null}
      {dialog === 'settings' ? <SettingsPanel {...props} /> : null}
      {dialog === 'diagnose' ? (
        <Diagnosis of={{ campaign_id: campaign.id }} name={campaign.name} onClose={onClose} onCure={onCure} />
      ) : null}
      {dialog === 'rehearse' ? <RehearsalDialog {...props} accounts={campaign} /> : null}
    </Suspense>
  );
}

interface BelowNoticesProps {
  campaign: Campaign | undefined;
  onSettings: () => void;
  children: ReactNode;
}

/** The page is painted when its notices are known. */
function BelowNotices({ campaign, onSettings, children }: BelowNoticesProps) {
  const [isKnown, setKnown] = useState(false);
  // What fails here is loaded again where the notices are shown, and the page does not wait for it.
  useEffect(() => void importNotices().catch(() => setKnown(true)), []);
  const notices = campaign ? (
    <CampaignNotices campaign={campaign} onKnown={() => setKnown(true)} onSettings={onSettings} />
  ) : null;
  return (
    <NoticePlace
      isPending={campaign !== undefined && !isKnown}
      notices={<Suspense fallback={null}>{notices}</Suspense>}
    >
      {children}
    </NoticePlace>
  );
}

interface LaterTabProps {
  id: number;
  tab: CampaignTab;
  campaign: Campaign | undefined;
  opensProblems: boolean;
}

/** Tabs whose code is loaded when they are opened. The list says itself what failed, once the campaign is there. */
function LaterTab({ id, tab, campaign, opensProblems }: LaterTabProps) {
  return (
    <Suspense fallback={<PageSpinner label={t(`tab_${tab}`)} />}>
      {tab === 'prospects' ? <CampaignLeads campaignId={id} campaign={campaign} opensProblems={opensProblems} /> : null}
      {tab === 'analytics' && campaign ? <CampaignAnalyticsTab campaign={campaign} /> : null}
    </Suspense>
  );
}

function OpenCampaign({ id, showsProblems }: { id: number; showsProblems: boolean }) {
  const query = useCampaign(id);
  const [tab, showTab] = useState(() => (showsProblems ? 'prospects' : rememberedTab(id)));
  const [opensProblems, setOpensProblems] = useState(showsProblems);
  const [dialog, setDialog] = useState<CampaignDialog | undefined>();
  const [openNode, setOpenNode] = useState<number | undefined>();
  const closeDialog = useCallback(() => setDialog(undefined), []);
  const campaign = query.data?.campaign;
  usePageTitle(campaign?.name);
  useEffect(() => {
    if (tab === 'steps') loadCanvas();
  }, [tab]);
  const hasFailed = campaign === undefined && query.isError;
  if (query.error instanceof ApiError && query.error.status === 404) return <MissingCampaign />;

  function setTab(next: CampaignTab) {
    showTab(next);
    setOpensProblems(false);
    writeStoredEntry('campaign-tab', id, next);
  }
  function openStep(node: number) {
    closeDialog();
    setTab('steps');
    setOpenNode(node);
  }
  /** Cures that this page offers. */
  function applyCure(cure: Cure): boolean {
    const next = CURE_TABS[cure];
    if (next !== undefined) {
      setTab(next);
      setOpensProblems(cure === 'fill_data');
    }
    const opened = CURE_DIALOGS[cure];
    if (opened !== undefined) setDialog(opened);
    return next !== undefined || opened !== undefined;
  }
  return (
    <>
      <CampaignHeader campaign={campaign} hasFailed={hasFailed} onDialog={setDialog} />
      <CampaignTabs tab={tab} campaign={campaign} onChange={setTab} />
      <BelowNotices campaign={campaign} onSettings={() => setDialog('settings')}>
        <div id="campaign-part" role="tabpanel" aria-labelledby={`tab-${tab}`} className={classes.part}>
          {queryFailure(query, { title: t('loading_failed') })}
          {tab === 'steps' && campaign ? <Steps campaign={campaign} openId={openNode} onOpen={setOpenNode} /> : null}
          {tab !== 'prospects' && query.isPending ? <PageSpinner label={t(`tab_${tab}`)} /> : null}
          {hasFailed ? null : <LaterTab id={id} tab={tab} campaign={campaign} opensProblems={opensProblems} />}
        </div>
      </BelowNotices>
      <ArchiveDialog ids={dialog === 'archive' ? [id] : []} onClose={closeDialog} onDone={() => {}} />
      {campaign ? (
        <LaterDialogs campaign={campaign} dialog={dialog} onClose={closeDialog} onStep={openStep} onCure={applyCure} />
      ) : null}
    </>
  );
}
