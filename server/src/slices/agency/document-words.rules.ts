import { formatCents } from '@overture/domain/money/agency-bills';
import type { InterfaceLanguage } from '@overture/domain/text/interface-languages';
import { sayInDocument } from '../brands/index.ts';

/** Words and figures of a document, in the language of who reads it. */
export class DocumentWords {
  readonly #language: InterfaceLanguage;

  constructor(language: InterfaceLanguage) {
    this.#language = language;
  }

  /** @param english a sentence of ours */
  say = (english: string): string => sayInDocument(this.#language, english);

  count = (value: number): string => value.toLocaleString(this.#language);

  percent = (value: number | null): string => {
    if (value === null) return '–';
    return this.#language === 'de' ? `${this.count(value)}\u00a0%` : `${value}%`;
  };

  money = (cents: number): string => formatCents(cents, this.#language);
}
