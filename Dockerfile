# One image for every role. With DATABASE_URL it uses that server; without, it brings its own PostgreSQL under /data.
# The digest is that of the tag in docker-library/repo-info of 2026-09-19. A newer one:
# docker buildx imagetools inspect node:24-slim --format '{{.Manifest.Digest}}'
ARG NODE_IMAGE=node:24.21-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN npm ci --include=dev && node --disable-warning=ExperimentalWarning tools/sbom.ts \
  && node --disable-warning=ExperimentalWarning tools/run/build-server.ts && cd web && npx vite build
# What runs needs no compiler, test library, build tool or stand-in vendor: only what the server depends on.
RUN npm ci --omit=dev --workspace=@overture/server --include-workspace-root=false

FROM ${NODE_IMAGE}
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=262144
ENV NODE_ENV=production PORT=3000 HEALTH_PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/.env.example /app/LICENSE /app/sbom.cdx.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/domain ./domain
COPY --from=build /app/contract ./contract
COPY --from=build /app/adapters ./adapters
COPY --from=build /app/packages ./packages
COPY --from=build /app/server ./server
COPY --from=build /app/web/dist ./web/dist
# The engine of the lead database is fetched into .runtime when it is first wanted.
RUN mkdir -p /data .runtime && chown node:node /data .runtime
USER node
VOLUME ["/data", "/app/.runtime"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "--disable-warning=ExperimentalWarning", "server/src/health-check.ts"]
STOPSIGNAL SIGTERM
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=4", "--heap-growing-percent=25", "server/dist/main.mjs"]
