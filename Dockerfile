# kadm as a container:
#   docker build -t kadm .
#   docker run --rm -v "$PWD:/work:ro" kadm lint policies
FROM node:20.20.2-bookworm-slim AS build
WORKDIR /kadm
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:20.20.2-bookworm-slim
ENV NODE_ENV=production
COPY --from=build /kadm/package.json /kadm/oclif.manifest.json /kadm/LICENSE /kadm/README.md /opt/kadm/
COPY --from=build /kadm/bin /opt/kadm/bin
COPY --from=build /kadm/dist /opt/kadm/dist
COPY --from=build /kadm/schemas /opt/kadm/schemas
COPY --from=build /kadm/node_modules /opt/kadm/node_modules
RUN ln -s /opt/kadm/bin/run.js /usr/local/bin/kadm
USER node
WORKDIR /work
ENTRYPOINT ["kadm"]
CMD ["lint"]
