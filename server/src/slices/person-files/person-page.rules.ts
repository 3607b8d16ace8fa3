import { escapeHtml } from '@overture/domain/message/html';

export interface FilePart {
  title: string;
  rows: readonly Record<string, unknown>[];
}

interface PersonPage {
  organization: string;
  made_at: string;
  parts: readonly FilePart[];
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value);

function renderRow(row: Record<string, unknown>): string {
  const fields = Object.entries(row).map(
    ([name, value]) => `<dt>${escapeHtml(name.replaceAll('_', ' '))}</dt><dd>${escapeHtml(toText(value))}</dd>`,
  );
  return `<dl>${fields.join('')}</dl>`;
}

/** The file of a person as a page that a browser shows without scripts, pictures, or a connection. */
export function renderPersonPage({ organization, made_at, parts }: PersonPage): string {
  const sections = parts.map(
    ({ title, rows }) =>
      `<section><h2>${escapeHtml(title)} (${rows.length})</h2>${rows.map(renderRow).join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Your data</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;border-top:1px solid #ccc;padding:.5rem 0}dt{color:#555}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}</style>
</head><body><h1>Your data at ${escapeHtml(organization)}</h1><p>As of ${escapeHtml(made_at)}. The file data.json holds the same for programs.</p>
${sections.join('\n')}
</body></html>
`;
}
