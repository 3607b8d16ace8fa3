import { defineTexts } from '../../lib/texts.ts';

/** Apart from the other texts: tables need these two, and nothing else of the feature before something is opened. */
export const valueTexts = defineTexts({ yes: 'Yes', no: 'No' });
