/** Ways out that a message can name. Every mail has the link in its headers, and a reply that asks to stop always counts. */
export const OPT_OUT_WAYS = ['link', 'reply', 'both'] as const;
export type OptOutWay = (typeof OPT_OUT_WAYS)[number];
