import '../ui/theme/index.css';
import { DirectionContext, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { pictureSource } from '../lib/api/picture-source.ts';
import { isRightToLeft } from '../ui/direction.ts';
import { PictureSource } from '../ui/display/picture-source.ts';
import { Toasts } from '../ui/feedback/toast.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts';
import { untilLoaded } from '../ui/until-loaded.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

// Shown some seconds after the connection is lost.
const ConnectionHint = lazyPart(() =>
  untilLoaded(() => import('./shell/notices/connection-hint.tsx')).then((file) => ({ default: file.ConnectionHint })),
);

const ignore = () => {};
/** Of the page; only another language changes it, with a new page. */
const direction = { dir: isRightToLeft() ? 'rtl' : 'ltr', setDirection: ignore, toggleDirection: ignore } as const;

/** Providers around the router. The color scheme was set before the first paint by `theme-boot.js`. */
export function App() {
  return (
    <DirectionContext value={direction}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <PictureSource value={pictureSource}>
            <RouterProvider router={router} />
          </PictureSource>
          <Toasts />
          <Suspense fallback={null}>
            <ConnectionHint />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionContext>
  );
}
