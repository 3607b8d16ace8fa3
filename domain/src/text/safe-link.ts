/** Links a message may carry: web and mail addresses, never a script. */
export function isSafeLink(url: string): boolean {
  return /^(?:https?:\/\/|mailto:)[^\s<>"'`]+$/i.test(url) && url.length <= 2048;
}
