import { expect, test } from 'vitest';
import { splitFullName } from './split-name.ts';

test.each([
  ['Ada Jansen', 'Ada', 'Jansen'],
  ['Bram de Vries', 'Bram', 'de Vries'],
  ['Ludwig Mies van der Rohe', 'Ludwig', 'Mies van der Rohe'],
  ['Chloé Martin, PhD', 'Chloé', 'Martin'],
  ['Chloé Martin, M.D., MBA', 'Chloé', 'Martin'],
  ['Jansen, Ada', 'Ada', 'Jansen'],
  ['de Vries, Bram, MBA', 'Bram', 'de Vries'],
  ['van der Berg, Jan Willem', 'Jan Willem', 'van der Berg'],
  ['Dr. Anna-Lena Müller', 'Anna-Lena', 'Müller'],
  ['Prof. Dr. Karl Weiß', 'Karl', 'Weiß'],
  ['Herr Dipl.-Ing. Karl Weiß', 'Karl', 'Weiß'],
  ['Mr John F. Kennedy', 'John', 'Kennedy'],
  ['Martin Luther King Jr.', 'Martin', 'Luther King Jr.'],
  ['Robert Downey, Jr.', 'Robert', 'Downey Jr.'],
  ['María García López', 'María', 'García López'],
  ['DUPONT Jean', 'Jean', 'DUPONT'],
  ['Jean DUPONT', 'Jean', 'DUPONT'],
  ['ADA JANSEN', 'ADA', 'JANSEN'],
  ['Robert "Bobby" Hale', 'Robert', '"Bobby" Hale'],
  ['Ada Jansen (she/her)', 'Ada', 'Jansen'],
  ['Ada', 'Ada', ''],
  ['Ma', 'Ma', ''],
  ['Jack Ma', 'Jack', 'Ma'],
  ['田中 太郎', '太郎', '田中'],
  ['王小明', '王小明', ''],
  ['', '', ''],
  [' , ', '', ''],
])('%s', (text, first_name, last_name) => {
  expect(splitFullName(text)).toEqual({ first_name, last_name });
});
