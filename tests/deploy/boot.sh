# Boots a copy of this machine: `unshare ... sh boot.sh WHERE SHARED NAME`. What it writes is in memory and gone at its end.
# Its systemd is process 1 of its own process, network, mount and cgroup namespaces.
set -e
where=$1 shared=$2 name=$3
mount -t tmpfs none "$where"
mkdir "$where/upper" "$where/work" "$where/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$where/upper,workdir=$where/work" "$where/root"
cd "$where/root"
mkdir -p srv/test
mount --bind "$shared" srv/test
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
chmod 1777 tmp
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
    touch "dev/$device"
    mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/shm dev/pts
mount -t tmpfs tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
# As fresh as can be: nothing of this machine's own databases, sites and lists, and none of its other services.
rm -rf var/lib/apt/lists/* etc/postgresql/* var/lib/postgresql/* var/log/nginx/* etc/nginx/sites-enabled/* opt/settebello
for unit in avahi-daemon.service avahi-daemon.socket cron.service console-getty.service getty@tty1.service \
    systemd-udevd.service systemd-networkd.service systemd-resolved.service systemd-timesyncd.service nginx.service \
    apt-daily.timer apt-daily-upgrade.timer man-db.timer e2scrub_all.timer fstrim.timer; do
    ln -sf /dev/null "etc/systemd/system/$unit"
done
rm -f etc/systemd/system/nginx.service etc/systemd/system/multi-user.target.wants/nginx.service
echo "$name" >etc/hostname
hostname "$name"
printf '127.0.0.1 localhost %s\n::1 localhost\n' "$name" >etc/hosts
ip link set lo up
mkdir -p mnt/machine
pivot_root . mnt/machine
umount -l /mnt/machine
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=multi-user.target --show-status=0
