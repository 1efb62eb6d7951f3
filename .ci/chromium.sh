#!/bin/sh
# Gets Chromium for the end-to-end tests where it is missing and can be had.
for name in chromium chromium-browser google-chrome; do
	command -v "$name" >/dev/null && exit 0
done
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
	echo "installing chromium with apt-get"
	if { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends chromium fonts-noto-cjk; } >/tmp/pagewalk-chromium.log 2>&1; then
		exit 0
	fi
	echo "apt-get could not install chromium; its words are in /tmp/pagewalk-chromium.log"
fi
echo "chromium is missing, so the end-to-end tests are skipped; get it with: sudo apt-get install chromium"
exit 0
