import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * A page in a file of its own. The router would reload the document where the file can't be loaded, and leave the browser's
 * own page while the server is away. It does so by the first words of the error: these are others, and `BrokenPage` shows it.
 */
export const pageOf: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw new Error(`The page was not loaded: ${String(error)}`, { cause: error });
      }),
    name,
  );
