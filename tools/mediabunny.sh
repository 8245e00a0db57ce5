#!/bin/sh
# Makes static/photos/vendor/mediabunny-*.min.js: of the library, what static/photos/smaller.js uses, by npm and esbuild.
# The source is https://github.com/Vanilagy/mediabunny (MPL 2.0). Usage: sh tools/mediabunny.sh 1.61.0
set -eu

version=$1
vendor=$(cd "$(dirname "$0")/.." && pwd)/static/photos/vendor
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent esbuild@0.28.2 "mediabunny@$version"
echo 'export { BlobSource, BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, Output, QTFF, WEBM } from "mediabunny";' >entry.js
npx esbuild entry.js --bundle --minify --format=esm --target=es2022 --legal-comments=eof \
    --outfile="$vendor/mediabunny-$version.min.js"
cp node_modules/mediabunny/LICENSE "$vendor/mediabunny-LICENSE.txt"
