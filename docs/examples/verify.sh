#!/bin/sh
# Verifies one request that was kept in files, with openssl. For looking into things by hand: it shows the key to whoever
# may list this machine's processes, and takes a timestamp of any age.
# Usage: sh verify.sh <secret> <file with the headers> <file with the body>
set -eu
secret=$1 headers=$2 body=$3

header() { grep -i "^$1:" "$headers" | cut -d: -f2- | tr -d ' \r'; }
hex() { od -An -v -tx1 | tr -d ' \n'; }
case $secret in
  whsec_*) key=$(printf %s "${secret#whsec_}" | openssl base64 -d -A | hex) ;;
  *) key=$(printf %s "$secret" | hex) ;;
esac
expected=$( { printf '%s.%s.' "$(header webhook-id)" "$(header webhook-timestamp)"; cat "$body"; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)

# The header with its spaces, for there may be several signatures.
given=$(grep -i '^webhook-signature:' "$headers" | cut -d: -f2- | tr -d '\r')
case " $given " in
  *" v1,$expected "*) echo "verified $(header webhook-id)" ;;
  *) echo "refused: not signed with this secret"; exit 1 ;;
esac
