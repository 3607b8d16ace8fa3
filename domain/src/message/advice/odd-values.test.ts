import { describe, expect, test } from 'vitest';
import type { Variable } from '../tokens.ts';
import { findOddValue } from './odd-values.ts';

const CASES: [Variable, string, string][] = [
  ['job_title', 'N/A', ''],
  ['job_title', '-', ''],
  ['company_name', ' -- ', ''],
  ['industry', 'null', ''],
  ['first_name', 'test', ''],
  ['location', 'unknown', ''],
  ['company_name', 'NA', ''],
  ['first_name', 'JOHN', 'John'],
  ['first_name', 'john', 'John'],
  ['first_name', 'JEAN-PIERRE', 'Jean-Pierre'],
  ['last_name', "O'NEIL", "O'Neil"],
  ['last_name', 'DE VRIES', 'de Vries'],
  ['last_name', 'van der berg', 'van der Berg'],
  ['first_name', 'Anna 🚀', 'Anna'],
  ['first_name', '🚀', ''],
  ['job_title', 'Growth 👩🏽‍💻 lead', 'Growth lead'],
  ['first_name', 'Dr. Anna', 'Anna'],
  ['first_name', 'Prof. Dr. Anna', 'Anna'],
  ['first_name', 'Dr.', ''],
  ['last_name', 'Smith, PhD', 'Smith'],
  ['last_name', 'Smith MBA', 'Smith'],
  ['last_name', 'Smith, M.D.', 'Smith'],
  ['first_name', 'Anna (she/her)', 'Anna'],
  ['first_name', '{{first_name}}', ''],
  ['first_name', 'First name', ''],
  ['last_name', 'anna@acme.com', ''],
  ['company_name', 'Acme, Inc.', 'Acme'],
  ['company_name', 'Acme Inc', 'Acme'],
  ['company_name', 'Acme GmbH', 'Acme'],
  ['company_name', 'Acme B.V.', 'Acme'],
  ['company_name', 'Acme GmbH & Co. KG', 'Acme'],
  ['company_name', 'Acme Pty Ltd', 'Acme'],
  ['company_name', 'Acme Sp. z o.o.', 'Acme'],
  ['company_name', 'Acme  Robotics', 'Acme Robotics'],
  ['first_name', '  ANNA  ', 'Anna'],
  // Broken encoding.
  ['first_name', 'JOÃO', 'João'],
  ['first_name', '?ukasz', ''],
  ['first_name', '?ebnem', ''],
  ['last_name', 'M?ller', ''],
  ['first_name', 'Andr?', ''],
  ['first_name', 'Ren\ufffd', ''],
  ['company_name', 'Soci\ufffdt\ufffd', ''],
  ['company_name', 'M?ller GmbH', ''],
  ['last_name', 'MÃ¼ller', 'Müller'],
  ['first_name', 'ZoÃ«', 'Zoë'],
  ['first_name', 'PaweÅ‚', 'Paweł'],
  ['first_name', 'IoniÈ›Äƒ', 'Ioniță'],
  ['last_name', 'Oâ€™Neil', 'O’Neil'],
  ['company_name', 'Joeâ€™s Bar â€“ Berlin', 'Joe’s Bar – Berlin'],
  ['first_name', 'Ð˜Ð²Ð°Ð½', 'Иван'],
  ['first_name', 'ÎœÎ±ÏÎ¯Î±', ''],
  ['first_name', 'JosŽ', ''],
  ['last_name', 'MŸller', ''],
  ['company_name', 'Œl¹skie Czêœci', ''],
  ['first_name', 'Èâàí', ''],
  ['last_name', 'M√ºller', ''],
  ['last_name', 'M├╝ller', ''],
  ['first_name', 'JosÃ', ''],
  ['first_name', 'Ã lvaro', ''],
  ['last_name', 'M%C3%BCller', 'Müller'],
  ['last_name', 'M\\u00fcller', 'Müller'],
  // HTML entities.
  ['first_name', 'O&#39;Neil', "O'Neil"],
  ['last_name', 'O&#x27;Neil', "O'Neil"],
  ['last_name', 'O&amp;#039;Neil', "O'Neil"],
  ['company_name', 'Acme &amp; Sons', 'Acme & Sons'],
  ['company_name', 'M&uuml;ller &amp; S&Ouml;hne', 'Müller & SÖhne'],
  ['company_name', '&nbsp;', ''],
  // Turkish letters.
  ['first_name', 'İBRAHİM', 'İbrahim'],
  ['last_name', 'YILDIRIMOĞLU', 'Yıldırımoğlu'],
  ['last_name', 'ışık', 'Işık'],
  ['company_name', 'Grupo Sol S.A. de C.V.', 'Grupo Sol'],
  ['company_name', 'Grupo Sol, S. de R.L. de C.V.', 'Grupo Sol'],
  ['company_name', 'Grupo Sol SAPI de CV', 'Grupo Sol'],
  ['company_name', 'Grupo Sol S.A.B. de C.V.', 'Grupo Sol'],
  ['company_name', 'Grupo Sol S de RL de CV', 'Grupo Sol'],
  ['company_name', 'Volksbank Mitte eG', 'Volksbank Mitte'],
  ['company_name', 'Verein Nord e.V.', 'Verein Nord'],
  ['company_name', 'Acme Pte. Ltd.', 'Acme'],
];

const FINE: [Variable, string | null][] = [
  ['first_name', null],
  ['first_name', ''],
  ['first_name', 'Anna'],
  ['first_name', 'JP'],
  ['first_name', 'Na'],
  ['first_name', 'Jean-Pierre'],
  ['first_name', '李'],
  ['last_name', 'McDonald'],
  ['last_name', 'van der Berg'],
  ['last_name', 'Ma'],
  ['last_name', 'Ing'],
  ['company_name', 'IBM'],
  ['company_name', 'Inc.'],
  ['company_name', 'Such as'],
  ['company_name', 'Pizza co'],
  ['company_name', 'Company'],
  ['company_name', '37signals'],
  ['job_title', 'CEO'],
  ['location', 'São Paulo'],
  ['first_name', 'Øyvind'],
  ['first_name', 'Åse'],
  ['first_name', 'Mª Carmen'],
  ['last_name', 'Å'],
  ['last_name', 'Gual·la'],
  ['company_name', 'What?If!'],
  ['company_name', 'Wer liefert was?'],
  ['company_name', 'CAFÉ’S “Weiß”'],
  ['company_name', 'IRMÃ'],
  ['company_name', 'M³ Consulting'],
  ['company_name', 'AT&T'],
  ['company_name', 'H&M; & more'],
  ['company_name', 'R&D; Partners'],
  ['company_name', 'Čapek – Škoda'],
  ['company_name', 'A'.repeat(201)],
];

describe('values that look wrong in a message', () => {
  test.each(CASES)('%s “%s” becomes “%s”', (field, value, suggestion) => {
    expect(findOddValue(field, value)?.suggestion).toBe(suggestion);
  });

  test.each(FINE)('%s “%s” is fine', (field, value) => {
    expect(findOddValue(field, value)).toBeNull();
  });

  test('reports every problem; a cleaned value has none', () => {
    expect(findOddValue('first_name', 'Dr.  ANNA 🚀')).toEqual({
      reason: 'has an emoji or symbol, has a title, is in capitals',
      suggestion: 'Anna',
    });
    for (const [field, , suggestion] of CASES) expect(findOddValue(field, suggestion)).toBeNull();
  });
});
