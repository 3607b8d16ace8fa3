import '../ui/theme/index.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts';
import { Toasts } from '../ui/toast.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

/** Providers around the router. The colour scheme was set before the first paint by `theme-boot.js`. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}
