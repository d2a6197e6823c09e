#!/bin/sh
# The program on the processor of a Pi, emulated: run.sh ROOT [pytest options]
# Needs root.  The kernel is told how such programs are run for as long as this lasts, if it did not know.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
root=$1
shift
[ "$(id -u)" = 0 ] || { echo "a root directory for another processor needs root" >&2; exit 1; }
for command in debootstrap qemu-aarch64-static; do
    command -v $command >/dev/null || { echo "$command is missing; type: sudo apt-get install debootstrap qemu-user-static" >&2; exit 1; }
done
known=/proc/sys/fs/binfmt_misc
[ -e $known/register ] || mount -t binfmt_misc binfmt_misc $known || { echo "this kernel runs no foreign programs (binfmt_misc)" >&2; exit 1; }
if [ ! -e $known/qemu-aarch64 ]; then
    cat /usr/lib/binfmt.d/qemu-aarch64.conf >$known/register
    trap 'echo -1 >$known/qemu-aarch64' EXIT
fi
sh "$here/build.sh" "$root"
ARM64_ROOT=$root "${PYTHON:-$tree/.venv/bin/python}" -m pytest -p no:xdist -m arm64 "$tree/tests/arm64" "$@"
