# The MCP server: on stdin and stdout, or over HTTP with arguments. See docs/mcp.md.
#
#   docker build --tag rallly-connect .
#   docker run --interactive --rm --read-only --env RALLLY_API_KEY rallly-connect

# On Debian, because the packages that build the bundle have programs for glibc.
FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS build
WORKDIR /repository
COPY package.json package-lock.json .npmrc ./
COPY zapier/package.json zapier/
# Without scripts, so that the npm package `node` does not put its Node before that of the image.
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build/build.ts && npm pack --ignore-scripts

FROM node:24.21.0-alpine@sha256:ebfe2f90462722a7a4de65e91990e97fe0d401c70e0e762c5b53302f905ec1c1
ENV NODE_ENV=production NODE_DISABLE_COMPILE_CACHE=1 NODE_OPTIONS=--max-semi-space-size=4
COPY --from=build /repository/rallly-connect-*.tgz /tmp/
RUN npm install --global /tmp/rallly-connect-*.tgz && rm /tmp/rallly-connect-*.tgz
USER 1000:1000
EXPOSE 8808
ENTRYPOINT ["rallly-connect", "mcp"]
