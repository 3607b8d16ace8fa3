/** What a virus scanner said of a file. `waiting`: it has not answered yet, or cannot be reached. */
export const FILE_SCANS = ['not_scanned', 'waiting', 'clean', 'infected'] as const;
export type FileScan = (typeof FILE_SCANS)[number];
