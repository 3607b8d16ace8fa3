import { describe, expect, test } from 'vitest';
import { detectFileType, detectPreview } from './file-bytes.ts';
import { findFreeName } from './free-name.ts';
import { findFileProblem, findFilesProblem, MESSAGE_FILES } from './message-files.ts';
import { expectPreview, findFileRisk } from './preview-kinds.ts';

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const ends = (text: string) => ({ head: bytes(text), tail: bytes(text) });

describe('limits', () => {
  const file = { name: 'a.pdf', type: 'application/pdf', size: 10 };
  test('an email has 25 MB, other channels 15 MB, and any message ten files', () => {
    expect(findFileProblem(file, [{ size: MESSAGE_FILES.mail_in_bytes - 10 }])).toBeNull();
    expect(findFileProblem(file, [{ size: MESSAGE_FILES.mail_in_bytes - 9 }])).toBe('mail_size');
    expect(findFileProblem(file, Array(10).fill({ size: 1 }))).toBe('count');
    expect(findFileProblem({ ...file, name: 'a.exe', type: 'application/x-msdownload' }, [])).toBe('type');
    expect(findFileProblem({ ...file, name: 'constructor', type: '' }, [])).toBe('type');
    const large = [{ size: MESSAGE_FILES.chat_in_bytes }, { size: 1 }];
    expect([findFilesProblem(large, 'GOOGLE'), findFilesProblem(large, 'WHATSAPP')]).toEqual([null, 'chat_size']);
  });
});

describe('types', () => {
  test.each([
    ['RIFF....WEBPVP8 ', 'a.webp', 'image/webp'],
    ['%PDF-1.4', 'anything', 'application/pdf'],
    ['PK\u0003\u0004[Content_Types].xml xl/workbook.xml', 'a.xlsx', expect.stringContaining('spreadsheetml')],
    ['PK\u0003\u0004[Content_Types].xml xl/workbook.xml', 'a.zip', null],
    ['PK\u0003\u0004[Content_Types].xml ppt/vbaProject.bin', 'a.pptx', null],
    ['name;price\r\n', 'a.csv', 'text/csv'],
    ['\u0000\u0001', 'a.csv', null],
    ['\u001b[31m', 'a.txt', null],
    ['words', 'a.constructor', null],
  ])('%j called %s', (text, name, type) => {
    expect(detectFileType(ends(text), name)).toEqual(type);
  });

  test('what is shown, and what is marked', () => {
    expect(detectPreview(ends('<html>'), 'a.html')).toBeNull();
    expect(detectPreview(ends('<html>'), 'a.TXT')?.type).toBe('text/plain; charset=utf-8');
    expect(detectPreview(ends('....ftypmp42'), 'a.mp4')).toBeNull();
    expect(expectPreview({ name: 'a.svg', type: 'image/png' })).toBeNull();
    expect(expectPreview({ name: 'a', type: 'image/png' })).toBe('picture');
    expect(expectPreview({ name: 'a.pdf', type: 'application/octet-stream' })).toBe('document');
    expect(['a.pdf.exe', 'b.ZIP', 'c.docm', 'd.docx'].map(findFileRisk)).toEqual([
      'program',
      'archive',
      'program',
      null,
    ]);
    for (const name of ['a.exe.', 'a.exe . ', 'a.pif', 'a.url', 'a.SETTINGCONTENT-MS', 'a.one', 'a.xlsb'])
      expect(findFileRisk(name), name).toBe('program');
    for (const name of ['a.cab', 'a.tar.xz', 'a.tgz']) expect(findFileRisk(name), name).toBe('archive');
    for (const name of ['a', 'exe', '...', 'my.report-final', 'a.png.']) expect(findFileRisk(name), name).toBeNull();
  });

  test('a free name keeps its ending', () => {
    expect(findFreeName('a.png', ['a.png', 'a 2.png'])).toBe('a 3.png');
    expect(findFreeName('.env', ['.env'])).toBe('.env 2');
  });
});
