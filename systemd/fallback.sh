#!/bin/sh
# Safe mode when the table has failed for good: fallback.sh
# Since systemd 254 a unit's OnFailure= fires at every failure, also when the unit is started again by itself; before, only
# when it is given up.  So this waits for what becomes of the table, and starts safe mode for one that is given up.
host=dreimagier-host.service
for _ in $(seq 100); do
    case $(systemctl show --property=ActiveState --value "$host") in
        failed) exec systemctl start --no-block dreimagier-safe.service ;;
        active | inactive) exit 0 ;;
    esac
    sleep 1
done
