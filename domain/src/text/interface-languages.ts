/** The languages of the interface, and of mails to people who use it. The server stores its own sentences in English. */
export const INTERFACE_LANGUAGES = ['en', 'de'] as const;
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

/** Null for what this release doesn't know: a newer one may have stored it. */
export const findInterfaceLanguage = (text: string | null): InterfaceLanguage | null =>
  INTERFACE_LANGUAGES.find((language) => language === text) ?? null;
