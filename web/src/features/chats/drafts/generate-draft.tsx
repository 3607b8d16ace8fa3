import { DRAFT_TONES } from '@overture/contract/drafts';
import { REPLY_CREDITS } from '@overture/domain/money/credits';
import { IconAlertTriangle, IconArrowBackUp, IconChevronDown, IconSparkles, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError, errorMessage } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { t } from './texts.ts';
import type { DraftReplyState, GeneratedDraft } from './use-generated-draft.ts';

interface ReplyProps {
  reply: GeneratedDraft;
}

const cost = () => t('credits', { count: REPLY_CREDITS });

/** Requests a draft of the next message; the button shows its price. */
export function DraftReplyButton({ reply }: ReplyProps) {
  const { organization } = useUser();
  const isWriting = reply.state.is === 'writing';
  const balance = t('credits', { count: organization?.email_credits ?? 0 });
  return (
    <span className="flex-none" title={t('cost_hint', { cost: cost(), balance })} data-generate-reply>
      <AppButton
        size="small"
        kind="quiet"
        icon={<IconSparkles size={15} aria-hidden />}
        disabled={isWriting}
        aria-label={t('generate_label', { cost: cost() })}
        onClick={() => reply.generate()}
      >
        {t('generate')} <span className="ms-1 text-ink-3 font-normal number max-sm:hidden">{cost()}</span>
      </AppButton>
    </span>
  );
}

/** Above the text: a reply that is being written, what it rests on, and what can be done with it. */
export function DraftReplyBar({ reply }: ReplyProps) {
  const { state } = reply;
  switch (state.is) {
    case 'idle':
      return null;
    case 'writing':
      return (
        <Bar live>
          <span className="flex-1 min-w-0 truncate animate-pulse">{t('writing')}</span>
          <AppButton size="small" kind="quiet" onClick={reply.cancel}>
            {t('cancel')}
          </AppButton>
        </Bar>
      );
    case 'coming':
      return (
        <Bar live>
          <span className="flex-1 min-w-0 truncate animate-pulse">{t('coming')}</span>
        </Bar>
      );
    case 'missing':
      return (
        <Bar>
          <span className="flex-1 min-w-0">{t(`missing_${state.reason}`)}</span>
          {state.reason === 'no_source' ? <AppLink to={pb.knowledgeBase()}>{t('to_knowledge_base')}</AppLink> : null}
          {state.reason === 'no_credits' ? <AppLink to={pb.billing()}>{t('get_credits')}</AppLink> : null}
          <IconButton size="small" label={t('dismiss')} onClick={reply.dismiss}>
            <IconX size={15} aria-hidden />
          </IconButton>
        </Bar>
      );
    case 'failed':
      return <FailedBar reply={reply} state={state} />;
    case 'ready':
      return (
        <Bar live>
          <span className="flex-1 min-w-0">
            {t('ready')} <RefusalNote written={state.written} />
          </span>
          <AppButton size="small" onClick={reply.use}>
            {t('use')}
          </AppButton>
          <AppButton size="small" kind="quiet" onClick={reply.discard ?? reply.dismiss}>
            {t('discard')}
          </AppButton>
        </Bar>
      );
    case 'filled':
      return <FilledBar reply={reply} state={state} />;
  }
}

function Bar({ children, live = false }: { children: ReactNode; live?: boolean }) {
  return (
    <section
      aria-label={t('bar')}
      aria-live={live ? 'polite' : undefined}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 mb-2 py-1 ps-3 pe-1 min-h-9 rounded-control bg-sunken text-ink-2 text-table"
    >
      {children}
    </section>
  );
}

function FailedBar({ reply, state }: ReplyProps & { state: Extract<DraftReplyState, { is: 'failed' }> }) {
  const { error, wanted } = state;
  const code = error instanceof ApiError ? error.code : '';
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 mb-2 py-1 ps-3 pe-1 min-h-9 rounded-control bg-sunken text-ink-2 text-table"
    >
      <IconAlertTriangle size={15} aria-hidden className="flex-none text-amber-dot" />
      <span className="flex-1 min-w-0">{errorMessage(error, t('failed'))}</span>
      {code === 'not_enough_credits' ? <AppLink to={pb.billing()}>{t('get_credits')}</AppLink> : null}
      {code === 'reply_unsupported' ? <AppLink to={pb.knowledgeBase()}>{t('to_knowledge_base')}</AppLink> : null}
      {code === 'reply_not_confirmed' ? (
        <AppButton size="small" onClick={() => reply.generate({ ...wanted, sends_conversation: true })}>
          {t('send_conversation')}
        </AppButton>
      ) : code === 'reply_kept_from_model' ? null : (
        <AppButton size="small" kind="quiet" onClick={() => reply.generate(wanted)}>
          {t('try_again')}
        </AppButton>
      )}
      <IconButton size="small" label={t('dismiss')} onClick={reply.dismiss}>
        <IconX size={15} aria-hidden />
      </IconButton>
    </div>
  );
}

/** Warns before a pitch is sent to a lead who said no. */
function RefusalNote({ written }: { written: Extract<DraftReplyState, { is: 'filled' }>['written'] }) {
  if (!written.pitches_after_refusal) return null;
  return (
    <strong role="alert" className="text-amber font-medium">
      {t('refusal')}
    </strong>
  );
}

function FilledBar({ reply, state }: ReplyProps & { state: Extract<DraftReplyState, { is: 'filled' }> }) {
  const { sources, left_out } = state.written;
  const things = left_out.map((reason) => t(`left_out_${reason}`)).join(', ');
  const words = sources.length > 0 ? t('based_on', { sources: sources.join(', ') }) : t('based_on_nothing');
  return (
    <Bar>
      <p className="basis-full min-w-0 pt-1 pe-2 text-ink-3 text-meta">
        {reply.discard ? (
          <span className="me-1.5 px-1.5 py-0.25 rounded-control border border-line bg-surface text-ink-2 font-medium">
            {t('draft')}
          </span>
        ) : null}
        <RefusalNote written={state.written} /> {words}{' '}
        {left_out.length > 0 ? <span className="text-amber">{t('left_out', { things })}</span> : null}
      </p>
      <ToneMenu reply={reply} />
      <AppButton size="small" kind="quiet" onClick={() => reply.generate({ change: 'shorter' })}>
        {t('shorter')}
      </AppButton>
      <AppButton size="small" kind="quiet" onClick={() => reply.generate({ change: 'ask_for_meeting' })}>
        {t('ask_for_meeting')}
      </AppButton>
      <span className="flex items-center gap-1 ms-auto">
        {reply.discard && state.before.at(-1) === '' ? null : (
          <AppButton size="small" kind="quiet" icon={<IconArrowBackUp size={15} aria-hidden />} onClick={reply.undo}>
            {t('undo')}
          </AppButton>
        )}
        {reply.discard ? (
          <span data-discard-draft>
            <AppButton size="small" kind="quiet" onClick={reply.discard}>
              {t('discard')}
            </AppButton>
          </span>
        ) : null}
        <IconButton size="small" label={t('dismiss')} onClick={reply.dismiss}>
          <IconX size={15} aria-hidden />
        </IconButton>
      </span>
    </Bar>
  );
}

function ToneMenu({ reply }: ReplyProps) {
  return (
    <ActionMenu
      position="top-start"
      label={t('tone', { tone: t(`tone_${reply.tone}`) })}
      entries={DRAFT_TONES.map((tone) => ({
        id: tone,
        label: t(`tone_${tone}`),
        onSelect: () => reply.generate({ tone }),
      }))}
    >
      <AppButton size="small" kind="quiet" rightIcon={<IconChevronDown size={13} aria-hidden />}>
        {t('tone', { tone: t(`tone_${reply.tone}`) })}
      </AppButton>
    </ActionMenu>
  );
}
