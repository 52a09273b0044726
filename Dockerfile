# The two commands of the README in a box: everything is made ready once, when the image is built.
FROM node:24-bookworm-slim
# The account has a number of its own choosing, not the next that packages leave free: what is kept belongs to it for good.
# libatomic1 is for the Node that Kinora brings along: this image's own does not need it.
RUN groupadd --system --gid 999 kinora \
 && useradd --system --uid 999 --gid kinora --create-home kinora \
 && apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg ca-certificates libatomic1 \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o kinora -g kinora /srv/kinora \
 && install -d -o kinora -g kinora -m 700 /data /backups
USER kinora
WORKDIR /srv/kinora
COPY --chown=kinora:kinora . .
# Not saved: a lock file written anew would have the web app built again at each start.
RUN npm run build && npm prune --omit=dev --no-save && npm cache clean --force
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 4310
# A process that only does jobs answers nobody.
HEALTHCHECK --start-period=30s \
  CMD ["node", "-e", "process.env.ROLE === 'worker' ? process.exit(0) : fetch(`http://127.0.0.1:${process.env.PORT || 4310}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "start"]
