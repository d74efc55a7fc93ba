# The service in a container: built in one stage, run in another that holds only what runs. test/deploy runs these steps
# and this command without a container engine.
FROM node:24-slim AS build
WORKDIR /build
COPY . .
RUN npm ci
RUN npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATABASE_URL=sqlite:/data/challenges.db
WORKDIR /app
COPY --from=build /build/package.json package.json
COPY --from=build /build/bin bin
COPY --from=build /build/docs docs
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/packages/contract/package.json packages/contract/package.json
COPY --from=build /build/packages/contract/dist packages/contract/dist
COPY --from=build /build/packages/client/README.md packages/client/README.md
COPY --from=build /build/packages/server/package.json packages/server/package.json
COPY --from=build /build/packages/server/assets packages/server/assets
COPY --from=build /build/packages/server/dist packages/server/dist
COPY --from=build /build/packages/server/node_modules packages/server/node_modules
# Empty but for its manifest from Node 22.14 on.
COPY --from=build /build/packages/sqlite-for-older-node packages/sqlite-for-older-node
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through a shell: the process itself gets SIGTERM, answers what it has accepted, and ends.
CMD ["node", "bin/challenge-service", "serve"]
