# The built server with its production packages. "Deployment" in docs/operations.md describes it.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/tuckbox
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.mjs && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /srv/tuckbox
# The glibc settings of `npm start`, which would also install and build (docs/decisions/project/002-exec-in-npm-start.md).
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=262144
COPY --from=build /srv/tuckbox/package.json ./
COPY --from=build /srv/tuckbox/node_modules node_modules
COPY --from=build /srv/tuckbox/build build
# The migrations, and the sources of the functions, which import domain/.
COPY --from=build /srv/tuckbox/supabase supabase
COPY --from=build /srv/tuckbox/domain domain
# The sources of commands such as `node scripts/backup.ts`.
COPY --from=build /srv/tuckbox/backend backend
COPY --from=build /srv/tuckbox/server server
COPY --from=build /srv/tuckbox/scripts scripts
RUN install --directory --owner=node --group=node --mode=700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/main.js"]
