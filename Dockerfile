# One image for every role. With DATABASE_URL it uses that server; without, it brings its own PostgreSQL under /data.
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --include=dev && cd web && npx vite build
# What runs needs no compiler, browser or build tool.
RUN npm prune --omit=dev && rm -rf e2e bench

FROM node:24-slim
ENV MALLOC_ARENA_MAX=2 NODE_ENV=production PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"
STOPSIGNAL SIGTERM
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=4", "--heap-growing-percent=25", "server/src/main.ts"]
