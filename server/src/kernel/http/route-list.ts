import type { FastifyInstance, RouteOptions } from 'fastify';

const known = new WeakMap<FastifyInstance, RouteOptions[]>();

/** Remembers every route that is registered from now on, in parts of the application too. */
export function rememberRoutes(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  known.set(app, routes);
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
}

/** All routes as they were registered, those of the contract with their endpoint (`config.endpoint`). */
export const listRoutes = (app: FastifyInstance): readonly RouteOptions[] => known.get(app) ?? [];
