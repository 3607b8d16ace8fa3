import { expectPreview } from '@overture/domain/message/files/preview-kinds';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { toReadingKey } from '../../../ui/direction.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

interface ShownFile {
  id: number;
  name: string;
  type: string;
  size: number;
}

interface FileViewerProps {
  files: readonly ShownFile[];
  place: number;
  downloadOf: (id: number) => string;
  previewOf: (id: number) => string;
  onMove: (place: number) => void;
  onClose: () => void;
}

/** What the server shows of a longer text. */
const TEXT_IN_BYTES = 256 * 1024;

/** Files of one message, one at a time. Arrow keys go to the next and the one before. */
export function FileViewer({ files, place, downloadOf, previewOf, onMove, onClose }: FileViewerProps) {
  const file = files[place]!;
  useArrowKeys(files.length, place, onMove);
  return (
    <Dialog
      opened
      onClose={onClose}
      size="full"
      title={
        <span className="flex items-baseline gap-3 min-w-0">
          <span className="truncate">{file.name}</span>
          <span className="flex-none text-ink-3 text-meta font-normal number">{formatBytes(file.size)}</span>
        </span>
      }
      footer={
        <>
          {files.length > 1 ? <Steps count={files.length} place={place} onMove={onMove} /> : null}
          <a className="flex items-center gap-1.5" href={downloadOf(file.id)} download={file.name}>
            <IconDownload size={16} aria-hidden />
            {t('download')}
          </a>
        </>
      }
    >
      <div className="flex items-center justify-center h-[70dvh] overflow-auto border border-line rounded-control bg-sunken">
        <Preview key={file.id} file={file} address={previewOf(file.id)} />
      </div>
    </Dialog>
  );
}

function Steps({ count, place, onMove }: { count: number; place: number; onMove: (place: number) => void }) {
  return (
    <span className="flex items-center gap-1 me-auto">
      <IconButton size="small" label={t('previous')} disabled={place === 0} onClick={() => onMove(place - 1)}>
        <IconChevronLeft size={16} aria-hidden />
      </IconButton>
      <span className="text-ink-2 text-meta number" aria-live="polite">
        {t('place', { place: place + 1, count })}
      </span>
      <IconButton size="small" label={t('next')} disabled={place === count - 1} onClick={() => onMove(place + 1)}>
        <IconChevronRight size={16} aria-hidden />
      </IconButton>
    </span>
  );
}

function useArrowKeys(count: number, place: number, onMove: (place: number) => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const key = toReadingKey(event.key);
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      const next = place + step;
      if (step === 0 || next < 0 || next >= count) return;
      event.preventDefault();
      onMove(next);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [count, place, onMove]);
}

type Answer = { state: 'shown'; text: string | null } | { state: 'unknown' };

/** Asks whether the server shows it, and takes the words of a text with that. What its bytes are is only known there. */
async function loadPreview(address: string, isText: boolean, signal: AbortSignal): Promise<Answer> {
  const stop = new AbortController();
  const response = await fetch(address, { signal: AbortSignal.any([signal, stop.signal]) });
  if (response.status === 415) return { state: 'unknown' };
  if (!response.ok) throw new Error(`preview answered ${response.status}`);
  if (isText) return { state: 'shown', text: await response.text() };
  // An image or a frame loads it itself.
  stop.abort();
  return { state: 'shown', text: null };
}

function Preview({ file, address }: { file: ShownFile; address: string }) {
  const kind = expectPreview(file);
  const asked = useQuery({
    queryKey: ['file-preview', address],
    queryFn: ({ signal }) => loadPreview(address, kind === 'text', signal),
    retry: false,
    gcTime: 0,
  });
  if (asked.isPending) return <Loading name={file.name} />;
  if (asked.isError) return <Failed onRetry={() => void asked.refetch()} />;
  if (asked.data.state === 'unknown') return <Note>{t('unknown')}</Note>;
  if (kind === 'text') return <TextPreview file={file} text={asked.data.text ?? ''} />;
  if (kind === 'picture') return <img className="max-w-full max-h-full object-contain" src={address} alt={file.name} />;
  if (!navigator.pdfViewerEnabled) return <Note>{t('no_viewer')}</Note>;
  return <iframe className="w-full h-full border-0" src={address} title={file.name} referrerPolicy="no-referrer" />;
}

function TextPreview({ file, text }: { file: ShownFile; text: string }) {
  return (
    <div className="self-start w-full p-4">
      {file.size > TEXT_IN_BYTES ? <p className="mb-3 text-ink-2 text-table">{t('cut')}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys. */}
      <pre className="m-0 text-table whitespace-pre-wrap wrap-anywhere" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex flex-col items-center gap-3 p-6" role="alert">
      <p className="text-ink-2 text-table">{t('failed')}</p>
      <AppButton onClick={onRetry}>{t('retry')}</AppButton>
    </div>
  );
}

function Loading({ name }: { name: string }) {
  return (
    <div role="status" aria-label={t('loading', { name })}>
      <Skeleton width="240px" height={160} />
    </div>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="p-6 text-ink-2 text-table">{children}</p>;
