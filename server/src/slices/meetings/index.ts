import type { SystemContext } from '../../kernel/context.ts';
import { deleteInBatches } from '../../kernel/rounds/batches.ts';
import type { Slice } from '../../kernel/slice.ts';
import { bookingSecretPurpose } from './meetings.service.ts';
import { deleteOldDeliveries } from './meetings.store.ts';
import { serveBookingWebhooks } from './receive-bookings.service.ts';

export { meetingsRoutes } from './meetings.routes.ts';

const pruneDeliveries = (ctx: SystemContext, signal: AbortSignal): Promise<void> =>
  deleteInBatches(ctx, deleteOldDeliveries, signal);

export const meetingsSlice: Slice = {
  name: 'meetings',
  sealed: [{ table: 'booking_connections', column: 'sealed_secret', key: 'id', purpose: bookingSecretPurpose }],
  loops: [{ name: 'old-booking-deliveries', interval_in_ms: 3_600_000, run: pruneDeliveries }],
  pages: serveBookingWebhooks,
};
