#!/bin/sh
# Makes a backup with a timestamp in its name and its key beside it, then deletes backups older than DAYS (30). If the
# backup fails, it deletes nothing. See docs/operating.md.
#   deploy/backup.sh FOLDER [DAYS]
set -eu
umask 077
folder=${1:?'name a folder: deploy/backup.sh FOLDER [DAYS]'}
days=${2:-30}
program=$(dirname "$0")/../bin/challenge-service
file=$folder/challenges-$(date -u +%Y-%m-%dT%H%M%SZ).db
said=$("$program" backup "$file" --json)
echo "$said"
key=$(node -p 'JSON.parse(process.argv[1]).key_file ?? ""' "$said")
if [ -f "$key" ]; then cp "$key" "$file.key"; fi
find "$folder" -maxdepth 1 -name 'challenges-*.db*' -mtime "+$days" -delete
