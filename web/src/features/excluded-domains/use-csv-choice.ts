import { useState } from 'react';
import { type CsvPreview, readCsvPreview } from '../csv-import/index.ts';

export interface ChosenCsv {
  file: File;
  preview: CsvPreview;
}

/** A .csv file that is chosen, read so far that its columns are known. @param failed said where nothing else says why it cannot be read */
export function useCsvChoice(failed: string) {
  const [chosen, setChosen] = useState<ChosenCsv>();
  const [problem, setProblem] = useState<string>();
  async function choose(file: File) {
    setProblem(undefined);
    try {
      setChosen({ file, preview: await readCsvPreview(file) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : failed);
    }
  }
  return { chosen, problem, choose, forget: () => setChosen(undefined) };
}
