#!/bin/sh
# Ceph on this machine's loopback, with all of it in one folder: to try Kinora on a RADOS Gateway, and to throw away.
# As root on Debian: apt-get install --no-install-recommends ceph-mon ceph-mgr ceph-osd radosgw ceph-common uuid-runtime curl
# Then: sh ceph.sh /srv/ceph-to-try. It needs 2 GB of memory. To end it: kill $(cat /srv/ceph-to-try/run/*.pid)
set -eu
folder=$1
mkdir -p "$folder/mon" "$folder/mgr" "$folder/osd" "$folder/rgw" "$folder/run"
cluster=$(uuidgen) disk=$(uuidgen)
export CEPH_CONF="$folder/ceph.conf"
cat > "$CEPH_CONF" << CONF
[global]
fsid = $cluster
mon_host = 127.0.0.1:6789
mon_initial_members = a
public_network = 127.0.0.0/8
ms_bind_ipv6 = false
auth_allow_insecure_global_id_reclaim = false
# One disk holds the only copy.
osd_pool_default_size = 1
osd_pool_default_pg_num = 8
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
keyring = $folder/\$name.keyring
run_dir = $folder/run
log_file = $folder/\$name.log
admin_socket = $folder/run/\$name.asok
pid_file = $folder/run/\$name.pid
[mon]
mon_data = $folder/mon
keyring = $folder/mon/keyring
[mgr]
mgr_data = $folder/mgr
[osd]
osd_data = $folder/osd
keyring = $folder/osd/keyring
bluestore_block_size = 17179869184
osd_memory_target = 1610612736
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:7480
rgw_data = $folder/rgw
CONF

ceph-authtool --create-keyring "$folder/mon.keyring" --gen-key -n mon. --cap mon 'allow *'
ceph-authtool --create-keyring "$folder/client.admin.keyring" --gen-key -n client.admin \
  --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
ceph-authtool "$folder/mon.keyring" --import-keyring "$folder/client.admin.keyring"
monmaptool --create --addv a '[v2:127.0.0.1:3300,v1:127.0.0.1:6789]' --fsid "$cluster" "$folder/monmap"
ceph-mon --mkfs -i a --monmap "$folder/monmap" --keyring "$folder/mon.keyring"
ceph-mon -i a
ceph auth get-or-create mgr.x mon 'allow profile mgr' osd 'allow *' -o "$folder/mgr.x.keyring"
ceph-mgr -i x
ceph osd new "$disk"
ceph auth get-or-create osd.0 mon 'profile osd' mgr 'profile osd' osd 'allow *' -o "$folder/osd/keyring"
ceph-osd -i 0 --mkfs --osd-uuid "$disk"
ceph-osd -i 0
ceph auth get-or-create client.rgw mon 'allow rw' osd 'allow rwx' mgr 'allow rw' -o "$folder/client.rgw.keyring"
radosgw -n client.rgw

# It answers when its pools are there, about a minute from now.
until radosgw-admin user create --uid=kinora --display-name=Kinora --access-key=KINORA --secret-key=only-to-try; do sleep 5; done
# A bucket with the name family. The digest is that of nothing: this curl does not send it by itself.
curl --fail --request PUT --aws-sigv4 aws:amz:us-east-1:s3 --user KINORA:only-to-try http://127.0.0.1:7480/family \
  --header 'x-amz-content-sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
