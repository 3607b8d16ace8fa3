import { ProviderError } from '../kit/errors.ts';
import type { FileScannerPort } from './file-scanner.port.ts';

async function refuse(): Promise<never> {
  throw new ProviderError('unavailable', 'No virus scanner is set up (CLAMD_ADDRESS).', { concerns: 'service' });
}

/** No scanner: files are shown as not scanned. */
export const createMissingScanner = (): FileScannerPort => ({
  is_missing: true,
  scanFile: refuse,
  getVersion: refuse,
});
