#!/bin/sh
# Makes the two font files of this folder from their packages: only the weights and characters that our pages use.
# Needs Python's fonttools and brotli (pip install fonttools brotli); run it again after updating the packages.
set -eu
cd "$(dirname "$0")"
packages=../../node_modules/@fontsource-variable
characters="U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2122,U+2212"
features="kern,liga,calt,ccmp,locl,mark,mkmk,tnum,lnum"

subset() {
  name=$1 weights=$2 whole=$(mktemp)
  fonttools varLib.instancer -q "$packages/$name/files/$name-latin-wght-normal.woff2" "wght=$weights" -o "$whole"
  pyftsubset "$whole" --unicodes="$characters" --layout-features="$features" --flavor=woff2 --output-file="$name.woff2"
  rm "$whole"
}

subset fraunces 600
subset figtree 400:700
