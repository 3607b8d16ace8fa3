// @vitest-environment happy-dom
import { guessLeadColumns, missingTargets } from '@overture/domain/csv/column-guess';
import { describe, expect, test } from 'vitest';
import { withColumn } from './column-mapping.tsx';
import { guessMapping, PREVIEW_BYTES, readCsvPreview, sampleValues } from './read-csv-preview.ts';
import { scanCsv, scanPreview } from './scan-csv.ts';

const heading = 'Vorname;Nachname;LinkedIn;Firma';
const rows = ['Jürgen;Süß;https://www.linkedin.com/in/j;"Müller\n& Söhne"', 'Ada;Jansen;;Globex', 'Zoë;Kjær;x;Initech'];
const text = `${[heading, ...rows].join('\r\n')}\r\n`;

/** File's own parts only: the browser's decoder reads the bytes. */
function fileOf(bytes: Uint8Array | string, name = 'leads.csv'): File {
  return new File([bytes as BlobPart], name);
}

function utf16(words: string, isBigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(words, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

describe('the beginning of a file', () => {
  test.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'windows-1252'],
    ['UTF-16 with a mark', utf16(`\ufeff${text}`, false), 'utf-16le'],
    ['UTF-16, big end first', utf16(`\ufeff${text}`, true), 'utf-16be'],
    ['UTF-16 without a mark', utf16(text, false), 'utf-16le'],
  ])('is read as %s', async (_, bytes, encoding) => {
    const preview = await readCsvPreview(fileOf(bytes));
    expect(preview).toMatchObject({ encoding, delimiter: ';', rowCount: 3, isCounted: true });
    expect(preview.header).toEqual(['Vorname', 'Nachname', 'LinkedIn', 'Firma']);
    expect(sampleValues(preview, 'Vorname')).toEqual(['Jürgen', 'Ada', 'Zoë']);
    expect(missingTargets(guessLeadColumns(preview.header))).toEqual([]);
  });

  test('of a large file gives an estimate, and a character cut in two is no damage', async () => {
    const line = 'Jürgen;Süß;https://www.linkedin.com/in/j;Ö\n';
    const file = fileOf(`${heading}\n${line.repeat(20_000)}`);
    const preview = await readCsvPreview(file);
    expect(preview.encoding).toBe('utf-8');
    expect(preview.isCounted).toBe(false);
    expect(Math.abs(preview.rowCount - 20_000)).toBeLessThan(500);
    expect(preview.rows.flat().join()).not.toContain('\ufffd');
    const scan = await scanCsv(file, preview, { linkedin_url: 'LinkedIn' }, new AbortController().signal);
    expect(scan).toMatchObject({ rowCount: 20_000, emptyLinkedin: 0 });
  });

  test.each([
    ['leads.xlsx', 'a,b', 'Only .csv files are accepted.'],
    ['leads.csv', '', 'it is empty.'],
    ['leads.csv', 'PK\u0003\u0004', 'Excel workbook'],
    ['leads.csv', ',,,\n1,2,3,4', 'it has no heading.'],
  ])('%s that cannot be imported says why', async (name, words, reason) => {
    await expect(readCsvPreview(fileOf(words, name))).rejects.toThrow(reason);
  });
});

test('columns are guessed by their own values, also behind nameless and repeated ones', async () => {
  const person = 'https://www.linkedin.com/in/ada';
  const company = 'https://www.linkedin.com/company/acme';
  const preview = await readCsvPreview(
    fileOf(`,URL,,First Name,URL,E-mail\n7,${company},,Ada,${person},ada@acme.example\n`),
  );
  expect(preview.header).toEqual(['Column 1', 'URL', 'First Name', 'URL (2)', 'E-mail']);
  expect(sampleValues(preview, 'URL (2)')).toEqual([person]);
  expect(guessMapping(preview)).toEqual({
    first_name: 'First Name',
    linkedin_url: 'URL (2)',
    company_linkedin_url: 'URL',
    email: 'E-mail',
  });
});

test('a row without a LinkedIn address is found anywhere in the file', async () => {
  const file = fileOf(`${heading}\n${'a;b;https://www.linkedin.com/in/c;d\n'.repeat(30_000)}a;b; ;d`);
  const preview = await readCsvPreview(file);
  const { signal } = new AbortController();
  const mapping = { linkedin_url: 'LinkedIn' };
  expect(await scanCsv(file, preview, mapping, signal)).toMatchObject({ rowCount: 30_001, emptyLinkedin: 1 });
  expect(await scanCsv(file, preview, {}, signal)).toMatchObject({ emptyLinkedin: 0 });
  expect(await scanCsv(file, preview, mapping, AbortSignal.abort())).toBeNull();
});

test('damaged names, and what decides a column, are found behind the beginning of a file', async () => {
  const line = 'Ada;Jansen;https://www.linkedin.com/in/c;3/4/2026\n';
  const many = line.repeat(Math.ceil(PREVIEW_BYTES / line.length));
  const file = fileOf(`${heading}\n${many}?ukasz;MÃ¼ller;https://www.linkedin.com/in/d;31/1/2026\n`);
  const preview = await readCsvPreview(file);
  const mapping = { first_name: 'Vorname', last_name: 'Nachname' };
  expect(scanPreview(preview, mapping)).toMatchObject({ damaged: { count: 0 } });
  const scan = await scanCsv(file, preview, mapping, new AbortController().signal);
  expect(scan?.damaged).toEqual({ count: 2, names: ['?ukasz', 'MÃ¼ller'] });
  expect(scan?.notations.get('Firma')?.days).toEqual({ way: 'dmy', example: null });
});

test('a column fills one field; the field it filled before is free again', () => {
  const mapping = withColumn({ first_name: 'A', last_name: 'B' }, 'email', 'A');
  expect(mapping).toEqual({ last_name: 'B', email: 'A' });
  expect(missingTargets(mapping)).toEqual([]);
  expect(withColumn(mapping, 'email', '')).toEqual({ last_name: 'B' });
});
