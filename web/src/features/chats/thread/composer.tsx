import { isEmailAccount } from '@overture/domain/accounts';
import { DEFAULT_CAMPAIGN_CHOICE } from '@overture/domain/campaign/campaign-choice';
import { IconAlertTriangle, IconMailPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import type { ComposeExtras } from '../../../lib/storage.ts';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { leadName } from '../../leads/index.ts';
import { ComposerDialogs } from '../composer/composer-dialogs.tsx';
import { ComposerField } from '../composer/composer-field.tsx';
import { ComposerFoot } from '../composer/composer-foot.tsx';
import { SenderChoice } from '../composer/sender-choice.tsx';
import { SignatureChoice } from '../composer/signature-choice.tsx';
import { type ComposerProps, useComposer } from '../composer/use-composer.ts';
import { DraftReplyBar, DraftReplyButton } from '../drafts/generate-draft.tsx';
import { useGeneratedDraft } from '../drafts/use-generated-draft.ts';
import { useFormatting } from '../formatting/use-formatting.ts';
import { t } from '../texts.ts';
import classes from './thread.module.css';

type Composer = ReturnType<typeof useComposer>;

const ComposerFiles = lazyPart(() => import('./composer-files.tsx').then((file) => ({ default: file.ComposerFiles })));

const ForwardFields = lazyPart(() =>
  import('../recipients/forward-fields.tsx').then((file) => ({ default: file.ForwardFields })),
);

// Rare: a reply has ended the campaigns.
const CampaignChoice = lazyPart(() =>
  import('../campaign-choice/campaign-choice.tsx').then((file) => ({ default: file.CampaignChoice })),
);

// First messages are rare.
const SenderBudget = lazyPart(() =>
  import('../sender-budget/sender-budget.tsx').then((file) => ({ default: file.SenderBudget })),
);

// Few mails name others.
const ReplyToOthers = lazyPart(() =>
  import('../recipients/reply-to-others.tsx').then((file) => ({ default: file.ReplyToOthers })),
);

// Few answers have a subject or copies of their own.
const MailFields = lazyPart(() =>
  import('../recipients/mail-fields.tsx').then((file) => ({ default: file.MailFields })),
);

/** Where a message is written: at most 1900 characters, 8000 by mail; by whom it leaves, to whom else, with what. */
export function Composer(props: ComposerProps) {
  const { prospect, textRef, written } = props;
  const { draft } = written;
  const composer = useComposer(props);
  const { isMail, files } = composer;
  const reply = useReply(props, composer);
  const format = useFormatting(props.extras, isMail || composer.forward !== null);
  return (
    <>
      <form
        className="relative pt-2 px-4 pb-4 border-t border-line bg-surface max-sm:px-3 max-sm:pb-3"
        onSubmit={(event) => {
          event.preventDefault();
          composer.submit();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void files.add([...event.dataTransfer.files]);
        }}
      >
        {composer.blocked ? <Blocked words={composer.blocked} isOfSender={composer.isSenderBroken} /> : null}
        {composer.sending.refusal ? (
          <p className={classes.refusal} role="alert">
            {composer.sending.refusal}
          </p>
        ) : null}
        <ComposerHead {...props} composer={composer} />
        <OtherDraft written={written} />
        {composer.forward ? null : <DraftReplyBar reply={reply} />}
        <ComposerField prospect={prospect} draft={draft} textRef={textRef} composer={composer} format={format} />
        {hasFiles(files) ? (
          <Suspense fallback={null}>
            <ComposerFiles files={files} accountType={composer.accountType} />
          </Suspense>
        ) : null}
        <ComposerFoot composer={composer}>
          <FormatButton format={format} />
          {composer.forward ? null : <DraftReplyButton reply={reply} />}
          {isMail ? (
            <SignatureChoice
              chosen={composer.chosen?.signature_id ?? null}
              onChoose={(id) => void composer.setSignature(id)}
            />
          ) : null}
        </ComposerFoot>
      </form>
      <ComposerDialogs composer={composer} draft={draft} prospect={prospect} name={leadName(prospect)} />
    </>
  );
}

/** By whom it leaves and to whom. */
function ComposerHead({ composer, messages, extras: { extras, change } }: ComposerProps & { composer: Composer }) {
  const { senders, chosen, isMail, subject, forward } = composer;
  const [asksCopies, setAsksCopies] = useState(false);
  const showsCopies = asksCopies || Boolean(extras.cc?.length || extras.bcc?.length);
  if (forward) {
    const source = messages.find(({ id }) => id === forward.message_id);
    return (
      <>
        <div className="flex items-center min-h-6.5 mb-1.5">
          <SenderChoice
            senders={senders.filter(({ account }) => isEmailAccount(account.account_type))}
            chosen={isMail && chosen ? { ...chosen, address: null } : undefined}
            onChoose={(account_id) => change({ account_id })}
          />
        </div>
        <Suspense fallback={null}>
          <ForwardFields forward={forward} extras={extras} source={source} onChange={change} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <div className="flex items-center gap-2 min-h-6.5 mb-1.5">
        <SenderChoice senders={senders} chosen={chosen} onChoose={(account_id) => change({ account_id })} />
        {isMail ? <Others composer={composer} messages={messages} extras={extras} onChange={change} /> : null}
        {isMail && !showsCopies ? (
          <IconButton size="small" label={t('copies_add')} onClick={() => setAsksCopies(true)}>
            <IconMailPlus size={16} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <FirstMessage accountId={chosen?.account.id} messages={messages} />
      <RunningCampaigns composer={composer} extras={extras} onChange={change} />
      {isMail && (subject === null || showsCopies) ? (
        <Suspense fallback={null}>
          <MailFields extras={extras} onChange={change} asksSubject={subject === null} showsCopies={showsCopies} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Replies to others whom the mail names. */
function Others({ composer, messages, extras, onChange }: PartProps & Pick<ComposerProps, 'messages'>) {
  const { cc } = composer.replyAll;
  if (cc.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ReplyToOthers others={cc} messages={messages} extras={extras} onChange={onChange} />
    </Suspense>
  );
}

/** Shows the sender's budget as long as only campaigns have written to the lead. */
function FirstMessage({ accountId, messages }: { accountId: number | undefined; messages: ComposerProps['messages'] }) {
  if (accountId === undefined || messages.some(({ kind }) => kind !== 'CAMPAIGN')) return null;
  return (
    <Suspense fallback={null}>
      <SenderBudget accountId={accountId} />
    </Suspense>
  );
}

/** What the message means for campaigns that run for the lead; most leads have replied, and none runs. */
function RunningCampaigns({ composer: { campaigns }, extras, onChange }: PartProps) {
  if (campaigns.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <CampaignChoice
        campaigns={campaigns}
        chosen={extras.campaign ?? DEFAULT_CAMPAIGN_CHOICE}
        onChoose={(campaign) => onChange({ campaign })}
      />
    </Suspense>
  );
}

/** Switches between plain and formatted text. */
function FormatButton({ format }: { format: ReturnType<typeof useFormatting> }) {
  if (!format.isOffered) return null;
  return (
    <IconButton
      size="small"
      label={t(format.isOn ? 'format_off' : 'format_on')}
      active={format.isOn}
      aria-pressed={format.isOn}
      onClick={format.toggle}
    >
      <b aria-hidden>Aa</b>
    </IconButton>
  );
}

interface PartProps {
  composer: Composer;
  extras: ComposeExtras;
  onChange: (next: ComposeExtras) => void;
}

const hasFiles = ({ uploads, sending, problem }: Composer['files']): boolean =>
  uploads.length > 0 || sending.length > 0 || problem !== undefined;

/** Drafts of the model in this composer: the one that waits, and those that are requested. */
function useReply({ prospect, textRef, written, waiting, extras, onDiscarded }: ComposerProps, composer: Composer) {
  return useGeneratedDraft({
    id: prospect.id,
    draft: written.draft,
    onDraft: composer.write,
    onShow: composer.show,
    // It answers the lead: no one else gets it.
    waiting: composer.forward ? null : waiting,
    madeFrom: extras.extras.draft_id,
    onMadeFrom: (draft_id) => extras.change({ draft_id }),
    onDiscarded,
    textRef,
  });
}

/** The same message was written in another window or on another device. */
function OtherDraft({ written: { other, useOther, keepOwn } }: Pick<ComposerProps, 'written'>) {
  if (other === undefined) return null;
  return (
    <section
      aria-label={t('other_draft')}
      aria-live="polite"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 mb-2 py-1 ps-3 pe-1 min-h-9 rounded-control bg-sunken text-ink-2 text-table"
    >
      <span className="flex-1 min-w-0 truncate" title={other}>
        {t('other_draft_text', { text: other })}
      </span>
      <AppButton size="small" onClick={useOther}>
        {t('other_draft_use')}
      </AppButton>
      <AppButton size="small" kind="quiet" onClick={keepOwn}>
        {t('other_draft_keep')}
      </AppButton>
    </section>
  );
}

/** Why nothing can leave. */
function Blocked({ words, isOfSender }: { words: string; isOfSender: boolean }) {
  return (
    <p className="flex items-center gap-2 mb-2 text-amber text-table [&_a]:whitespace-nowrap [&_svg]:flex-none">
      <IconAlertTriangle size={16} aria-hidden />
      <span>{words}</span>
      {isOfSender ? <AppLink to={pb.senders()}>{t('to_senders')}</AppLink> : null}
    </p>
  );
}
