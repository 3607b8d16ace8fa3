/** The pattern of `like` for texts that contain `text` literally: `%`, `_` and backslashes are no wildcards. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
