# The MCP server over HTTP, for a proxy that terminates TLS. See docs/mcp.md.
#
#   docker build --tag rallly-connect .
#   docker run --read-only --publish 127.0.0.1:8808:8808 --env RALLLY_MCP_TOKEN --env RALLLY_API_KEY \
#     rallly-connect --allowed-host polls.example.com

# On Debian, because the packages that build the bundle have programs for glibc.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /repository
COPY package.json package-lock.json .npmrc ./
COPY zapier/package.json zapier/
# Without scripts, so that the npm package `node` does not put its Node before that of the image.
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts && npm pack --ignore-scripts

FROM node:24.21.0-alpine
ENV NODE_ENV=production NODE_DISABLE_COMPILE_CACHE=1
COPY --from=build /repository/rallly-connect-*.tgz /tmp/
RUN npm install --global /tmp/rallly-connect-*.tgz && rm /tmp/rallly-connect-*.tgz
USER 1000:1000
EXPOSE 8808
ENTRYPOINT ["rallly-connect", "mcp", "--http", "--host", "0.0.0.0", "--port", "8808"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=2 CMD ["node", "--eval", "fetch('http://127.0.0.1:8808/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
