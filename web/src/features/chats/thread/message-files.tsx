import { chatFilesEndpoints } from '@overture/contract/chat-files';
import { type ChatMessage, chatsEndpoints } from '@overture/contract/chats';
import { expectPreview, findFileRisk } from '@overture/domain/message/files/preview-kinds';
import {
  IconAlertTriangle,
  IconDownload,
  IconEye,
  IconPaperclip,
  IconShieldCheck,
  IconShieldX,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { addressOf } from '../../../lib/api/api-client.ts';
import { formatBytes } from '../../../lib/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { t } from '../files/texts.ts';
import classes from './thread.module.css';

const FileViewer = lazyPart(() => import('../files/file-viewer.tsx').then((file) => ({ default: file.FileViewer })));

/** Files of a message: images, PDFs and texts are shown, everything can be downloaded. */
export function MessageFiles({ message: { attachments, prospect, sent_by_prospect } }: { message: ChatMessage }) {
  const [open, setOpen] = useState<number | null>(null);
  const shown = attachments.filter((file) => file.scan !== 'infected' && expectPreview(file) !== null);
  const inputOf = (attachmentId: number) => ({ params: { id: prospect.id, attachmentId } });
  const downloadOf = (id: number) => addressOf(chatsEndpoints.getChatAttachment, inputOf(id));
  const previewOf = (id: number) => addressOf(chatFilesEndpoints.readAttachmentPreview, inputOf(id));
  return (
    <>
      <ul className={`${classes.files} flex flex-wrap gap-1.5 mt-2 mx-0 mb-0 p-0 list-none`}>
        {attachments.map((file) => {
          const place = shown.indexOf(file);
          return (
            <li key={file.id} className="flex flex-wrap items-center gap-1">
              {place === -1 ? null : (
                <button
                  type="button"
                  className={`bare ${classes.file}`}
                  title={t('preview', { name: file.name })}
                  aria-label={t('preview', { name: file.name })}
                  onClick={() => setOpen(place)}
                >
                  <IconEye size={15} aria-hidden />
                </button>
              )}
              {file.scan === 'infected' ? (
                <span className={`${classes.file} max-w-full`}>
                  <FileName file={file} />
                </span>
              ) : (
                <a className={`${classes.file} max-w-full`} href={downloadOf(file.id)} download={file.name}>
                  <FileName file={file} isDownload />
                </a>
              )}
              <Risk name={file.name} />
              {sent_by_prospect ? <Scan scan={file.scan} /> : null}
            </li>
          );
        })}
      </ul>
      {open === null ? null : (
        <Suspense fallback={null}>
          <FileViewer
            {...{ files: shown, place: open, downloadOf, previewOf }}
            onMove={setOpen}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

type MessageFile = ChatMessage['attachments'][number];

function FileName({ file: { name, size }, isDownload = false }: { file: MessageFile; isDownload?: boolean }) {
  return (
    <>
      <IconPaperclip size={15} aria-hidden />
      {isDownload ? <span className="visually-hidden">{t('download')} </span> : null}
      <span className="truncate">{name}</span>
      <span className="text-ink-3 text-meta whitespace-nowrap number">{formatBytes(size)}</span>
      {isDownload ? <IconDownload size={15} aria-hidden /> : null}
    </>
  );
}

/** What the virus scanner said. An infected file can be neither opened nor downloaded. */
function Scan({ scan }: { scan: MessageFile['scan'] }) {
  if (scan === 'clean' || scan === 'infected') {
    const Icon = scan === 'clean' ? IconShieldCheck : IconShieldX;
    return (
      <span className={`flex items-center gap-1.5 text-meta ${scan === 'clean' ? 'text-green' : 'text-red'}`}>
        <Icon size={14} aria-hidden />
        {t(`scan_${scan}`)}
      </span>
    );
  }
  return <span className="text-ink-3 text-meta">{t(`scan_${scan}`)}</span>;
}

/** Kinds of files that run programs or hold other files: the reader learns what opening one can do. */
function Risk({ name }: { name: string }) {
  const risk = findFileRisk(name);
  if (risk === null) return null;
  return (
    <span className="flex items-center gap-1.5 text-amber text-meta">
      <IconAlertTriangle size={14} aria-hidden />
      {t(risk)}
    </span>
  );
}
