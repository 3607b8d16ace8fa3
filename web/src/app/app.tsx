import '../ui/theme/index.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { pictureSource } from '../lib/api/picture-source.ts';
import { PictureSource } from '../ui/display/picture-source.ts';
import { Toasts } from '../ui/feedback/toast.tsx';
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { ConnectionHint } from './shell/notices/connection-hint.tsx';

/** Providers around the router. The color scheme was set before the first paint by `theme-boot.js`. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <PictureSource value={pictureSource}>
          <RouterProvider router={router} />
        </PictureSource>
        <Toasts />
        <ConnectionHint />
      </QueryClientProvider>
    </MantineProvider>
  );
}
