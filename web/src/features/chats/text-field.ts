import type { RichImage } from '@overture/domain/message/rich/rich-text';

/** Where a message is written: a field of plain text, or the editor of formatted text. */
export interface TextField {
  readonly value: string;
  focus: () => void;
  dispatchEvent: (event: Event) => boolean;
  /** Puts words where the caret is; an element of the page is changed by its owner. */
  insert?: (words: string) => void;
  /** Shows a file of the mail where the caret is. */
  insertImage?: (image: RichImage) => void;
}
