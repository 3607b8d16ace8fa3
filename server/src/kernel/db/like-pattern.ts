/** The pattern of `like` for texts that contain `text` as it stands: its own `%`, `_` and backslashes are no wildcards. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
