import { textAt } from './conditions.ts';

/** `{{prospect.first_name}}`. The bound keeps the pattern linear. */
const VARIABLE = /\{\{ ?([a-z_.]{1,100}) ?\}\}/g;

/** Variables of a message, each once. */
export const listVariables = (template: string): string[] => [
  ...new Set([...template.matchAll(VARIABLE)].map((match) => match[1] as string)),
];

/** Fills in the variables. @param toPlain of a value: the words of the author stay as they are */
export const renderMessage = (template: string, data: unknown, toPlain: (text: string) => string): string =>
  template.replace(VARIABLE, (_, path: string) => toPlain(textAt(data, path)));
