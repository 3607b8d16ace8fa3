import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  files_type:
    "This type of file can't be sent. Send PDF, JPG, PNG, GIF, WEBP, MP4, DOCX, XLSX, PPTX, TXT or CSV files.",
  files_mail_size: 'The files of one message can have 25 MB together.',
  files_chat_size: 'On this channel, the files of one message can have 15 MB together.',
  files_count: 'A message can have up to {count} files.',
  large_image_attached: 'Images over 1 MB are attached to the email instead of shown in its text.',
  preview: 'Show {name}',
  program: 'This kind of file can run programs. Open it only if you expected it.',
  archive: 'An archive can hide programs. Open it only if you expected it.',
  place: '{place} of {count}',
  previous: 'Previous file (Left arrow)',
  next: 'Next file (Right arrow)',
  download: 'Download',
  loading: 'Loading {name}',
  failed: "Couldn't load this file. Try again.",
  retry: 'Try again',
  unknown: "This file can't be shown here. Download it.",
  cut: 'This is the beginning of a longer text. Download the file to read the rest.',
  no_viewer: "This browser doesn't show PDF files inside a page. Download it.",
  scan_not_scanned: 'Not scanned for viruses',
  scan_waiting: 'Not scanned for viruses yet',
  scan_clean: 'No virus found',
  scan_infected: 'Blocked: a virus was found',
});
