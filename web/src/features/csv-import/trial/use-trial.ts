import { type ImportTrial, searchesEndpoints } from '@overture/contract/searches';
import { IMPORT_TRIAL } from '@overture/domain/csv/import-choices';
import { useRef, useState } from 'react';
import { errorMessage, upload } from '../../../lib/api/api-client.ts';
import { type ImportRequest, importBody } from '../progress/uploads.ts';
import { t } from './texts.ts';

const LINE_END = 10;
const QUOTE = 34;
const TRIAL_BYTES = IMPORT_TRIAL.bytes;

/** The beginning of a file, whole rows: more is not tried. */
export async function cutFile(
  file: File,
  encoding: string | undefined,
  most = TRIAL_BYTES,
): Promise<{ part: Blob; isCut: boolean }> {
  if (file.size <= most) return { part: file, isCut: false };
  const bytes = new Uint8Array(await file.slice(0, most).arrayBuffer());
  return { part: file.slice(0, findEnd(bytes, encoding ?? guessWide(bytes))), isCut: true };
}

/** UTF-16 without a choice is known by its first two bytes. */
const guessWide = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';

/** Behind the last line that ends outside of quotes, or else behind the last one; all of them where there is none. */
function findEnd(bytes: Uint8Array, encoding: string): number {
  const width = encoding.startsWith('utf-16') ? 2 : 1;
  const low = encoding === 'utf-16be' ? 1 : 0;
  let isQuoted = false;
  let row = 0;
  let line = 0;
  for (let at = 0; at + width <= bytes.length; at += width) {
    if (width === 2 && bytes[at + 1 - low] !== 0) continue;
    const sign = bytes[at + low];
    if (sign === QUOTE) isQuoted = !isQuoted;
    else if (sign === LINE_END) {
      line = at + width;
      if (!isQuoted) row = line;
    }
  }
  return row || line || bytes.length;
}

interface Checked {
  file: File;
  key: string;
  trial?: ImportTrial;
  problem?: string;
}

/** What is asked of the file, apart from how its numbers and dates are read: that is found out while a person reads the answer. */
const keyOf = ({ custom, ...request }: ImportRequest): string =>
  JSON.stringify({ ...request, custom: custom.map(({ header, name, type }) => [header, name, type]) });

/** What the import would do, asked of the server with the beginning of the file. An answer about another file or other columns is not shown. */
export function useTrial(searchId: number, file: File | undefined, request: ImportRequest) {
  const [checked, setChecked] = useState<Checked | undefined>();
  const [tried, setTried] = useState<Checked | undefined>();
  const runs = useRef(0);
  const key = keyOf(request);
  const isOfThis = (of: Checked | undefined) => of !== undefined && of.file === file && of.key === key;

  async function run() {
    if (!file) return;
    const mine: Checked = { file, key };
    runs.current += 1;
    const run = runs.current;
    const end = (found: Checked) => {
      if (run !== runs.current) return;
      setChecked(found);
      setTried(undefined);
    };
    setTried(mine);
    setChecked(undefined);
    try {
      const { part, isCut } = await cutFile(file, request.encoding);
      const input = { params: { id: searchId }, body: importBody(file.name, request) };
      const options = { field: 'file_content', file: part, filename: file.name };
      const answer = await upload(searchesEndpoints.tryCsvImport, input, options);
      end({ ...mine, trial: { ...answer, is_whole: answer.is_whole && !isCut } });
    } catch (error) {
      end({ ...mine, problem: errorMessage(error, t('failed')) });
    }
  }
  const { trial, problem } = checked && isOfThis(checked) ? checked : {};
  return { trial, problem, isTrying: isOfThis(tried), run, leave: () => setChecked(undefined) };
}
