import type { Campaign } from '@overture/contract/campaigns';
import { type SequenceAngle, sequenceWritingEndpoints } from '@overture/contract/sequence-writing';
import { DEFAULT_SEQUENCE_LENGTH } from '@overture/domain/campaign/sequence-limits';
import { DEFAULT_TONE } from '@overture/domain/message/languages';
import { IconMessagePlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callUntil, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { DiscardScope, useDiscardScope } from '../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { useCopyFlag, useWorkingCopy } from '../flow-canvas/index.ts';
import { AnglesPart } from './angles-part.tsx';
import { BriefPart, type Plan } from './brief-part.tsx';
import { isFlowEmpty } from './empty-flow.ts';
import { MessagesPart, SaveButton } from './messages-part.tsx';
import { ShapeDialog } from './shape-dialog.tsx';
import { t } from './texts.ts';
import { type Brief, useSequence } from './use-sequence.ts';

interface SequenceDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

type Part = 'brief' | 'angles' | 'messages';

/** A whole sequence from the model. An empty draft gets its steps first. */
export function SequenceDialog({ campaign, onClose }: SequenceDialogProps) {
  const isCopy = useWorkingCopy() !== undefined;
  // Steps arrive one by one while they are created.
  const [wasEmpty] = useState(!isCopy && isFlowEmpty(campaign));
  const [isShaped, setShaped] = useState(false);
  if (wasEmpty && !isShaped)
    return <ShapeDialog campaign={campaign} onShaped={() => setShaped(true)} onClose={onClose} />;
  return <PlannedSequence campaign={campaign} onClose={onClose} />;
}

/** Brief, angle, messages. Nothing is saved before the user says so. */
function PlannedSequence({ campaign: shown, onClose }: SequenceDialogProps) {
  // What the user saw when writing began: a text that is newer is never written over without a question.
  const [campaign] = useState(shown);
  const isCopy = useWorkingCopy() !== undefined;
  const query = isCopy ? { in_working_copy: true } : {};
  // Read again each time: steps and their versions of an earlier visit would leave out steps, and ask about changes of one's own.
  const plan = useQuery({
    ...queryOptions(sequenceWritingEndpoints.getSequencePlan, { params: { id: campaign.id }, query }),
    gcTime: 0,
  });
  if (plan.data && plan.data.steps.length > 0)
    return <SequenceForm campaign={campaign} plan={plan.data} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} size="large" title={t('title')}>
      {queryFailure(plan, { title: t('failed'), compact: true })}
      {plan.isPending ? <Skeleton height={280} radius={8} aria-label={t('loading')} /> : null}
      {plan.data ? (
        <EmptyState
          compact
          icon={<IconMessagePlus size={22} aria-hidden />}
          title={t('empty_title')}
          text={t('empty_text')}
        />
      ) : null}
    </Dialog>
  );
}

interface FormProps extends SequenceDialogProps {
  plan: Plan;
}

const makeBrief = ({ language }: Campaign): Brief => ({
  goal: '',
  language,
  tone_of_voice: DEFAULT_TONE,
  length: DEFAULT_SEQUENCE_LENGTH,
});

function SequenceForm({ campaign, plan: fresh, onClose }: FormProps) {
  const [plan] = useState(fresh);
  const [part, setPart] = useState<Part>('brief');
  const [brief, setBrief] = useState(() => makeBrief(campaign));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => listUnwritten(plan));
  const [angle, setAngle] = useState<SequenceAngle | undefined>();
  const sequence = useSequence(campaign, brief);
  const angles = useAngles(campaign.id, brief, (first) => {
    setAngle(first);
    setPart('angles');
  });
  const { scope, ...guard } = useDiscardScope(onClose);
  const content = useFocusOnChange(part);
  const steps = plan.steps.filter(({ id }) => chosen.has(id));
  function begin() {
    if (angle === undefined) return;
    setPart('messages');
    sequence.begin(steps, angle);
  }
  const footer =
    part === 'messages' ? (
      <SaveButton campaign={campaign} plan={plan} sequence={sequence} onDone={onClose} />
    ) : (
      <Buttons
        part={part}
        plan={plan}
        count={steps.length}
        angles={angles}
        canWrite={angle !== undefined}
        onBack={() => setPart('brief')}
        onWrite={begin}
      />
    );
  return (
    <DiscardScope value={scope}>
      <Dialog
        opened
        onClose={guard.close}
        size="large"
        title={t('title')}
        closeOnOutside={part !== 'messages'}
        footer={footer}
      >
        <div ref={content} tabIndex={-1} className="flex flex-col gap-4 outline-none">
          {part === 'brief' ? (
            <BriefPart plan={plan} brief={brief} onBrief={setBrief} chosen={chosen} onChosen={setChosen} />
          ) : null}
          {part === 'angles' ? <AnglesPart angles={angles.list} chosen={angle} onChoose={setAngle} /> : null}
          {part === 'messages' && angle ? (
            <MessagesPart {...{ campaign, angle, sequence }} language={brief.language} samples={plan.samples} />
          ) : null}
          {part === 'messages' ? null : <Cost plan={plan} count={steps.length} error={angles.error} />}
        </div>
      </Dialog>
      {guard.question}
    </DiscardScope>
  );
}

/** The button that was pressed is gone with its part: without this the focus would leave the dialog. */
function useFocusOnChange(part: Part) {
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(part);
  useEffect(() => {
    if (shown.current === part) return;
    shown.current = part;
    const first = content.current?.querySelector<HTMLElement>('[data-autofocus]');
    (first ?? content.current)?.focus();
  }, [part]);
  return content;
}

interface ButtonsProps {
  part: 'brief' | 'angles';
  plan: Plan;
  count: number;
  angles: ReturnType<typeof useAngles>;
  canWrite: boolean;
  onBack: () => void;
  onWrite: () => void;
}

function Buttons({ part, plan, count, angles, canWrite, onBack, onWrite }: ButtonsProps) {
  if (part === 'brief')
    return (
      <AppButton kind="primary" loading={angles.isPending} disabled={count === 0} onClick={angles.propose}>
        {t('propose')}
      </AppButton>
    );
  return (
    <>
      <AppButton disabled={angles.isPending} onClick={onBack}>
        {t('back')}
      </AppButton>
      <AppButton loading={angles.isPending} onClick={angles.propose}>
        {t('propose_again')}
      </AppButton>
      <AppButton kind="primary" disabled={!canWrite || angles.isPending} onClick={onWrite}>
        {t('write', { count, credits: creditWords(plan, count) })}
      </AppButton>
    </>
  );
}

/** A text that is there is replaced only if the user chooses so. */
function listUnwritten({ steps }: Plan): ReadonlySet<number> {
  return new Set(steps.filter(({ is_written }) => !is_written).map(({ id }) => id));
}

const creditWords = ({ credits_per_message }: Plan, count: number): string =>
  t('credits', { count: credits_per_message * count });

/** What it costs, before anything is written; above it why the angles failed. */
function Cost({ plan, count, error }: { plan: Plan; count: number; error: string | null }) {
  const { organization } = useUser();
  const balance = t('credits', { count: organization?.email_credits ?? 0 });
  return (
    <>
      {error === null ? null : <Failure text={error} />}
      <p className="text-ink-2 text-table">
        {t('cost', { count, credits: creditWords(plan, count) })} {t('balance', { credits: balance })}{' '}
        {t('angles_free')}
      </p>
    </>
  );
}

/** On a phone it would appear below the fold. */
function Failure({ text }: { text: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    line.current?.scrollIntoView?.({ block: 'center' });
  }, []);
  return (
    <p ref={line} role="alert" className="text-red text-table">
      {text}
    </p>
  );
}

/** Angles for the brief; one that is given up asks nothing more. */
function useAngles(id: number, brief: Brief, onProposed: (first: SequenceAngle | undefined) => void) {
  const flag = useCopyFlag();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const propose = useMutation({
    mutationFn: () => {
      running.current?.abort();
      running.current = new AbortController();
      const input = { params: { id }, body: { ...brief, ...flag } };
      return callUntil(sequenceWritingEndpoints.proposeAngles, input, running.current.signal);
    },
    onSuccess: ({ angles }) => onProposed(angles[0]),
  });
  return {
    propose: () => propose.mutate(),
    isPending: propose.isPending,
    list: propose.data?.angles ?? [],
    error: propose.isError ? errorMessage(propose.error, t('write_failed')) : null,
  };
}
