#!/usr/bin/env bash
# Makes the desktop bundle of a package, with the dependencies that package-lock.json names: pack.sh rallly-connect-0.1.0.tgz
set -euo pipefail
package=$(realpath "$1")
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar --extract --gzip --file "$package" --strip-components 1 --directory "$folder"
cp package-lock.json .npmrc publish/desktop/manifest.json publish/desktop/icon.png "$folder"
npm ci --prefix "$folder" --omit dev --workspaces=false --ignore-scripts
npx -y @anthropic-ai/mcpb@2.1.2 pack "$folder" rallly-connect.mcpb
