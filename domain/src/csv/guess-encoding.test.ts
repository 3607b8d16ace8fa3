import { expect, test } from 'vitest';
import { CSV_ENCODING_NAMES, type CsvEncoding } from './encodings.ts';
import { guessLegacyEncoding, LegacyWords } from './guess-encoding.ts';

/** Node decodes these and encodes none: the table is turned round. */
function encode(text: string, encoding: CsvEncoding): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number[]>();
  for (let byte = 0; byte < 256; byte += 1) table.set(decoder.decode(Uint8Array.of(byte)), [byte]);
  if (TWO_BYTES.has(encoding))
    for (let lead = 0x81; lead < 0xff; lead += 1)
      for (let trail = 0x40; trail < 0xff; trail += 1) {
        const letter = decoder.decode(Uint8Array.of(lead, trail));
        if ([...letter].length === 1 && !table.has(letter)) table.set(letter, [lead, trail]);
      }
  return Uint8Array.from([...text].flatMap((letter) => table.get(letter) ?? [0x3f]));
}
const TWO_BYTES = new Set<CsvEncoding>(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);

const POLISH = 'Imię;Nazwisko;Firma\nŁukasz;Wójcik;Śląskie Części\nAgnieszka;Wiśniewska;Młyn\n';
const CZECH = 'Jméno;Příjmení\nJiří;Dvořák\nŽaneta;Černá\n';
const RUSSIAN = 'Имя;Фамилия;Компания\nМихаил;Орлов;Вектор\nОльга;Смирнова;Север\n';
const GREEK = 'Όνομα;Επώνυμο\nΓιώργος;Παπαδόπουλος\nΕλένη;Νικολάου\n';

test.each<[CsvEncoding, string]>([
  ['windows-1252', 'Vorname;Nachname\nJürgen;Süß\nZoë;Kjær\nJosé;Muñoz\n'],
  ['windows-1252', 'Company\nWomen’s Health\nO’Neil & Sons\nL’Oréal\n'],
  ['windows-1252', 'Prénom;Société\nHélène;Cœur de Métier\nFrançois;Forêt\n'],
  ['windows-1252', 'Nome;Empresa\nJoão;Conceição\n'],
  ['windows-1252', 'Navn;Firma\nSøren;Kjær\nÅse;Næss\n'],
  ['windows-1252', 'Nome;Azienda\nNicolò;Società Forlì\n'],
  ['macintosh', 'First;Last\nJosé;Müller\nZoé;Brontë\nCafé;Søn\n'],
  ['windows-1250', POLISH],
  ['iso-8859-2', POLISH],
  ['windows-1250', CZECH],
  ['windows-1250', 'Név;Cég\nErdős;Győri Kft\nSzűcs;Tóth\n'],
  ['windows-1250', 'Ime;Tvrtka\nŽeljko;Kovačić\nĐuro;Šimić\n'],
  ['windows-1251', RUSSIAN],
  ['koi8-r', RUSSIAN],
  ['ibm866', RUSSIAN],
  ['iso-8859-5', RUSSIAN],
  ['x-mac-cyrillic', RUSSIAN],
  ['windows-1251', 'Ім’я;Прізвище\nЄвген;Шевченко\nЇжак;Ґудзь\n'],
  ['windows-1253', GREEK],
  ['windows-1254', 'Ad;Soyad;Şirket\nŞebnem;Yılmaz;Doğuş İnşaat\n'],
  ['windows-1257', 'Vardas;Pavardė\nŽivilė;Šimkutė\nJūratė;Petrauskaitė\n'],
  ['windows-1255', 'שם;משפחה\nדוד;כהן\nשרה;לוי\n'],
  ['windows-1256', 'الاسم;الشركة\nمحمد;النور\nفاطمة;الأمل\n'],
  ['shift_jis', '氏名;会社名\n田中 太郎;トヨタ自動車\n佐藤 花子;さくら商事\n'],
  ['euc-jp', '氏名;会社名\nタナカ;トヨタ\nさとう;さくら\n'],
  ['gb18030', '姓名;公司\n王小明;北京科技有限公司\n李娜;上海贸易\n'],
  ['big5', '姓名;公司\n王小明;台灣科技股份有限公司\n陳美玲;國際貿易\n'],
  ['euc-kr', '이름;회사\n김민수;삼성전자\n이영희;한국무역\n'],
])('a file in %s: %s', (encoding, text) => {
  const words = new LegacyWords();
  words.push(encode(text, encoding));
  const guessed = guessLegacyEncoding(words.bytes);
  // Two names of one table are no mistake: what counts is what is read.
  expect([guessed, new TextDecoder(guessed).decode(encode(text, encoding))]).toEqual([expect.any(String), text]);
});

test('every encoding of the choice can be decoded here', () => {
  for (const name of CSV_ENCODING_NAMES) expect(new TextDecoder(name).encoding).toBe(name);
});

test('a long word and a large file keep to their bounds', () => {
  const words = new LegacyWords();
  words.push(new Uint8Array(1_000_000).fill(0xe9));
  expect(words.bytes.length).toBeLessThanOrEqual(64 * 1024);
  expect(CSV_ENCODING_NAMES).toContain(guessLegacyEncoding(words.bytes));
});
