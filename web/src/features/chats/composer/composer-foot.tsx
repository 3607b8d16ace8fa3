import { INBOX_LIMITS } from '@overture/domain/limits';
import {
  type Icon,
  IconArchive,
  IconArrowNarrowRight,
  IconChevronUp,
  IconClock,
  IconMessage2Bolt,
  IconPaperclip,
  IconSend2,
} from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { KeyHint } from '../../../ui/display/key-hint.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { acceptedFiles } from '../files/accepted-files.ts';
import { t } from '../texts.ts';
import type { AfterSending, useComposer } from './use-composer.ts';
import type { useUploads } from './use-uploads.ts';

interface ComposerFootProps {
  composer: ReturnType<typeof useComposer>;
  /** What belongs to one channel only, such as the signature of a mail. */
  children?: ReactNode;
}

/** Tools on the left, the counter and Send on the right. */
export function ComposerFoot({ composer, children }: ComposerFootProps) {
  const { files, count, limit, setDialog } = composer;
  return (
    <div className="flex flex-wrap items-center gap-1 mt-2">
      <AttachButton files={files} />
      <IconButton size="small" label={t('saved_replies_key')} onClick={() => setDialog('replies')}>
        <IconMessage2Bolt size={16} aria-hidden />
      </IconButton>
      {children}
      <span className="flex items-center gap-1 ms-auto">
        <span
          className="me-2 text-ink-3 text-meta whitespace-nowrap data-over:text-red data-over:font-semibold number"
          data-over={count > limit || undefined}
          title={t('counter_label', { count: formatNumber(count), limit: formatNumber(limit) })}
        >
          {t('counter', { count, limit })}
        </span>
        <SendButtons composer={composer} />
      </span>
    </div>
  );
}

function SendButtons({ composer }: { composer: ReturnType<typeof useComposer> }) {
  const { mayNotSend, setDialog } = composer;
  const [way, setWay] = useState(storedWay);
  return (
    <>
      <span className="me-1 max-sm:hidden" aria-hidden>
        <KeyHint keys={way.keys} />
      </span>
      <IconButton label={t('send_later')} disabled={mayNotSend} onClick={() => setDialog('later')}>
        <IconClock size={17} aria-hidden />
      </IconButton>
      <AppButton
        kind="primary"
        size="small"
        disabled={mayNotSend}
        loading={composer.sending.isPending}
        icon={<way.icon size={15} aria-hidden />}
        onClick={() => composer.submit({ after: way.after })}
      >
        {t(way.label)}
      </AppButton>
      <ActionMenu
        label={t('send_more')}
        position="top-start"
        movesFocus
        entries={WAYS.filter((other) => other !== way).map((other) => ({
          id: other.after,
          disabled: mayNotSend,
          icon: <other.icon size={16} aria-hidden />,
          label: (
            <span className="flex items-center gap-3">
              {t(other.label)} <KeyHint keys={other.keys} />
            </span>
          ),
          onSelect: () => {
            // The button keeps it: a list of answers is worked off one way.
            setWay(other);
            writeStored('send-way', other.after);
            composer.submit({ after: other.after });
          },
        }))}
      >
        <IconButton size="small" label={t('send_more')} tooltip={false} disabled={mayNotSend}>
          <IconChevronUp size={15} aria-hidden />
        </IconButton>
      </ActionMenu>
    </>
  );
}

const WAYS: readonly {
  after: AfterSending;
  label: 'send' | 'send_next' | 'send_archive';
  keys: string[];
  icon: Icon;
}[] = [
  { after: 'stay', label: 'send', keys: ['Ctrl', 'Enter'], icon: IconSend2 },
  { after: 'next', label: 'send_next', keys: ['Ctrl', 'Shift', 'Enter'], icon: IconArrowNarrowRight },
  { after: 'archive', label: 'send_archive', keys: ['Ctrl', 'Alt', 'Enter'], icon: IconArchive },
];

/** The way that was last chosen in the menu. */
function storedWay() {
  const after = readStored('send-way', 'stay');
  return WAYS.find((way) => way.after === after) ?? WAYS[0]!;
}

function AttachButton({ files }: { files: ReturnType<typeof useUploads> }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        size="small"
        label={t('attach')}
        disabled={files.uploads.length >= INBOX_LIMITS.files}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={16} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('attach')}
        accept={acceptedFiles}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void files.add(chosen);
        }}
      />
    </>
  );
}
