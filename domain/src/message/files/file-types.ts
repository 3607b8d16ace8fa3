const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Files that people may attach to messages of the inbox, by ending. Steps of campaigns take fewer (`attachments.ts`). */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  txt: 'text/plain',
  csv: 'text/csv',
};

/** Windows opens "offer.exe. " as "offer.exe". */
export function endingOf(name: string): string {
  return /\.([A-Za-z0-9-]{1,20})[.\s]*$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** True for a file whose name or declared type says that it may be attached. */
export const isMessageFile = ({ name, type }: { name: string; type: string }): boolean =>
  Object.hasOwn(FILE_TYPES, endingOf(name)) || Object.values(FILE_TYPES).includes(type);
