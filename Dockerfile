# kadm as a container:
#   docker build -t kadm .
#   docker run --rm -v "$PWD:/work:ro" kadm lint policies
# The base is pinned by digest, for all architectures. The digest of another version: docker buildx imagetools inspect node:VERSION-bookworm-slim
FROM node:20.20.2-bookworm-slim@sha256:2cf067cfed83d5ea958367df9f966191a942351a2df77d6f0193e162b5febfc0 AS build
WORKDIR /kadm
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# A run of kadm writes the code cache, with which later runs start faster.
RUN npm run build && node bin/run.js lint samples/quickstart/limits.yaml && node scripts/sbom.js && npm prune --omit=dev --ignore-scripts

FROM node:20.20.2-bookworm-slim@sha256:2cf067cfed83d5ea958367df9f966191a942351a2df77d6f0193e162b5febfc0
ENV NODE_ENV=production
COPY --from=build /kadm/package.json /kadm/LICENSE /kadm/THIRD-PARTY-NOTICES.txt /kadm/sbom.cdx.json \
  /kadm/README.md /opt/kadm/
COPY --from=build /kadm/bin /opt/kadm/bin
COPY --from=build /kadm/dist /opt/kadm/dist
COPY --from=build /kadm/schemas /opt/kadm/schemas
COPY --from=build /kadm/node_modules /opt/kadm/node_modules
RUN ln -s /opt/kadm/bin/run.js /usr/local/bin/kadm
USER node
WORKDIR /work
ENTRYPOINT ["kadm"]
CMD ["lint"]
