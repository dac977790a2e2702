# Kärnhuset: supervisor, web and worker. Runs as a user without rights, with a read-only root and a writable /data.
# The topic is at /content: without one it serves the page that makes one there. Settings come from the environment and from
# /data/.env (docs/install.md).
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
# --build-arg FEDIVERSE=on adds the library of docs/fediverse.md, 80 MB.
ARG FEDIVERSE=off
RUN if [ "$FEDIVERSE" = on ]; then \
    npm install --omit=dev --save-prod --save-exact "@fedify/fedify@$(node -p 'require("./package.json").peerDependencies["@fedify/fedify"]')"; \
  fi

# The program in a few files, which the final stage runs.
FROM node:24-bookworm-slim AS program
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/build-bundle.ts ./scripts/
COPY demo ./demo
COPY src ./src
RUN npm ci

FROM node:24-bookworm-slim
# ffmpeg and espeak-ng are for generated episodes.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg espeak-ng \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY bin ./bin
COPY content ./content
COPY demo ./demo
COPY src ./src
COPY --from=program /app/dist ./dist
# It is run as long as nothing beside it is newer.
RUN touch dist/program/main.mjs
RUN install -d -o node -g node /data /content
# The working directory is where .env is read and written.
WORKDIR /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 CONTENT_DIR=/content DATA_DIR=/data
USER node
VOLUME /content /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "/app/bin/karnhuset", "start"]
