const key = 'return-path';
/** Sign-in pages are never returned to. */
const doors = /^\/(login|logout|register|verify-email|forgot-password|create-password)?(\?|$)/;

/** Remembers, for this tab, the page that a visitor without a session wanted. */
export function rememberReturnPath(path: string): void {
  try {
    if (isOwnPath(path) && !doors.test(path)) sessionStorage.setItem(key, path);
  } catch {
    // Closed off: the dashboard opens instead.
  }
}

/** The remembered page, once. */
export function popReturnPath(): string | undefined {
  try {
    const path = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return path !== null && isOwnPath(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** `//evil.example` and `/\evil.example` would leave the application. */
function isOwnPath(path: string): boolean {
  return path.startsWith('/') && new URL(path, window.location.origin).origin === window.location.origin;
}
