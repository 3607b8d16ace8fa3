const MAX_HOST = 253;

/**
 * A host as a request named it, the way it is stored: lower case, without port and the root's dot. Null for what is no name of a host,
 * addresses of machines among them: no brand lives there.
 */
export function normalizeHost(text: string | undefined): string | null {
  if (text === undefined || text.length > MAX_HOST + 7) return null;
  const host = text
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  const labels = host.split('.');
  if (host.length > MAX_HOST || labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '')) return null;
  return labels.every((label) => /^(?!-)[a-z0-9-]{1,63}$/.test(label) && !label.endsWith('-')) ? host : null;
}
