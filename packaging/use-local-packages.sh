#!/bin/sh
# use-local-packages.sh FOLDER MANIFEST: has a manifest take Apple's Swift packages from a folder, where
# each has a folder of its own, and not from the network.
exec sed -i -E \
  's|\.package\(url: "https://github\.com/apple/([a-z0-9-]+)(\.git)?", from: "[^"]*"\)|.package(path: "'"$1"'\1")|' \
  "$2"
