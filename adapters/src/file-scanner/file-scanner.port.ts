import type { Readable } from 'node:stream';

/** What a scanner says of a file. `not_scannable`: it is larger than the scanner takes, and will be at every try. */
export type ScanResult =
  | { result: 'clean' }
  | { result: 'infected'; finding: string }
  | { result: 'not_scannable'; reason: string };

/** A virus scanner that files of strangers are shown to before people open them. */
export interface FileScannerPort {
  /** True where none is set up: nothing is scanned. */
  is_missing: boolean;
  /** @throws ProviderError unavailable, after which trying again is safe */
  scanFile(content: Readable, signal: AbortSignal): Promise<ScanResult>;
  /** Its version and that of its signatures. @throws ProviderError unavailable */
  getVersion(signal: AbortSignal): Promise<string>;
}
