/** Goes where a connect call points: inside the application without a reload, elsewhere by leaving the page. */
export function openAddress(url: string, go: (path: string) => void): void {
  const target = new URL(url, window.location.href);
  if (target.origin === window.location.origin) go(`${target.pathname}${target.search}`);
  else window.location.assign(target.href);
}
