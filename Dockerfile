# The server with its portal. It runs as an unprivileged user, and the file system can be read-only:
#   docker build --build-arg REVISION=$(git rev-parse HEAD) --build-arg SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) -t atelier .
# It writes only to /data and /tmp.

# The Node version is exactly the version in package.json. Any image with that Node, its npm and glibc works.
ARG NODE_IMAGE=docker.io/library/node:26.10.0-trixie-slim

# Installs all packages, builds the portal, and creates a release as `npm run pack` does, without development
# files. No install scripts run, because only the package `node` needs one, and the image already has Node.
FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY .npmrc package.json package-lock.json ./
COPY svg/package.json svg/
COPY typesetting/package.json typesetting/
COPY filling/package.json filling/
COPY server/package.json server/
COPY portal/package.json portal/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY LICENSE tsconfig.json ./
COPY scripts scripts
COPY sdk sdk
COPY cli/README.md cli/
COPY portal portal
COPY docs docs
COPY svg/src svg/src
COPY typesetting/src typesetting/src
COPY filling/src filling/src
COPY server/demo server/demo
COPY server/src server/src
ARG SOURCE_DATE_EPOCH
RUN node scripts/build-portal-if-stale.mjs \
  && node scripts/pack.ts --directory /release

FROM ${NODE_IMAGE}
ARG VERSION=0.1.0
ARG REVISION
LABEL org.opencontainers.image.title="Atelier" \
  org.opencontainers.image.description="An organization's creative resources behind one fast JSON API" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"

# Removes npm and yarn, which are not needed and could have vulnerabilities.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /opt/yarn-v* /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && install --directory --owner=1000 --group=1000 --mode=0700 /data

WORKDIR /app
COPY --from=build /release ./

ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER 1000:1000
VOLUME /data
EXPOSE 3000

# Node is process 1 and receives SIGTERM directly. It finishes requests in progress within ten seconds, then
# exits.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/server/src/main.ts"]
CMD ["serve"]
