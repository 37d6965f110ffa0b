FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json build.js ./
COPY scripts/import-sources.js ./scripts/
COPY src ./src
COPY web ./web
RUN npm run build

# The packages that run, without the tools that build, and their list in CycloneDX.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Optional is what the language server needs, which the service does not load.
RUN npm ci --omit=dev --omit=optional --ignore-scripts
# `npm sbom --omit=dev` leaves out what the tools need as well.
RUN npm pkg delete devDependencies optionalDependencies && npm sbom --sbom-format=cyclonedx > sbom.cdx.json

# The stand-in services of docker-compose.yml, which use assay as a library. Not part of the service's image.
FROM packages AS neighbours
COPY --from=build /app/dist ./dist
COPY rules ./rules
COPY examples ./examples
ENV NODE_ENV=production HOST=0.0.0.0
USER node

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=packages /app/sbom.cdx.json ./
COPY --from=build /app/dist ./dist
COPY rules ./rules
COPY config ./config

# In production, the service does not start without IDENTITY_URL or KEYS_FILE.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
EXPOSE 8080
USER node
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/cli/main.js", "serve"]
