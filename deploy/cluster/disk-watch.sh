#!/bin/sh
# Hands the role of the primary to another machine while the disk of this one is nearly full. PostgreSQL with a full disk
# refuses writes but stays up, so Patroni sees nothing wrong. Runs as duoxiangxue-disk.service; settings in
# /etc/default/duoxiangxue-disk: PATRONI (URL of this machine's Patroni), NAME (its name there), LOGIN (user:password of
# its REST API), FOLDER (on the disk to watch), MIN_MB (free space below which the role is handed over).
set -u
while sleep "${EVERY:-2}"; do
  free=$(df -Pm "$FOLDER" | awk 'NR == 2 { print $4 }')
  [ "${free:-$MIN_MB}" -ge "$MIN_MB" ] && continue
  curl -fs -m 2 -o /dev/null "$PATRONI/primary" || continue
  echo "only $free MB free in $FOLDER: handing over the role of the primary"
  # After a success it waits, so that two full machines do not hand the role back and forth.
  if curl -sS -m 90 -f -u "$LOGIN" -X POST -d "{\"leader\":\"$NAME\"}" "$PATRONI/switchover"; then sleep 600; fi
done
