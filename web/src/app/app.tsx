import '../ui/theme/index.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

/** Providers around the router. The colour scheme was set before the first paint by `theme-boot.js`. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notifications position="top-right" limit={4} zIndex={500} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
