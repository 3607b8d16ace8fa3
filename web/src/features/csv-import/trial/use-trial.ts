import { type ImportTrial, searchesEndpoints } from '@overture/contract/searches';
import { IMPORT_TRIAL } from '@overture/domain/csv/import-choices';
import { useState } from 'react';
import { errorMessage, upload } from '../../../lib/api/api-client.ts';
import { type ImportRequest, importBody } from '../progress/uploads.ts';
import { t } from './texts.ts';

const LINE_END = 10;
const TRIAL_BYTES = IMPORT_TRIAL.bytes;

/** The beginning of a file, whole lines: more is not tried. */
async function cutFile(file: File): Promise<{ part: Blob; isCut: boolean }> {
  if (file.size <= TRIAL_BYTES) return { part: file, isCut: false };
  const bytes = new Uint8Array(await file.slice(0, TRIAL_BYTES).arrayBuffer());
  const end = bytes.lastIndexOf(LINE_END);
  return { part: file.slice(0, end < 0 ? bytes.length : end + 1), isCut: true };
}

/** What the import would do, asked of the server with the beginning of the file. */
export function useTrial(searchId: number) {
  const [trial, setTrial] = useState<ImportTrial | undefined>();
  const [isTrying, setTrying] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();

  async function run(file: File, request: ImportRequest) {
    setTrying(true);
    setProblem(undefined);
    try {
      const { part, isCut } = await cutFile(file);
      const input = { params: { id: searchId }, body: importBody(file.name, request) };
      const options = { field: 'file_content', file: part, filename: file.name };
      const answer = await upload(searchesEndpoints.tryCsvImport, input, options);
      setTrial({ ...answer, is_whole: answer.is_whole && !isCut });
    } catch (error) {
      setProblem(errorMessage(error, t('failed')));
    } finally {
      setTrying(false);
    }
  }
  return { trial, isTrying, problem, run, leave: () => setTrial(undefined) };
}
