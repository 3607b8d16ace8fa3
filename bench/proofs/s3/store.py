# OpenStack Swift (Debian's python3-swift and memcached) as a store with the API of S3, on this machine and for one proof: rings of one device, the
# servers of accounts, containers and objects, and the proxy with `s3api` and `tempauth`. Usage: swift.py FOLDER PORT (and the four above it).
import os
import subprocess
import sys

import swift.common.utils as utils

utils.HASH_PATH_SUFFIX = utils.HASH_PATH_PREFIX = b'of a proof'
folder, port = sys.argv[1], int(sys.argv[2])

STORAGE = """[DEFAULT]
bind_ip = 127.0.0.1
bind_port = %(port)d
swift_dir = %(folder)s
devices = %(folder)s/devices
mount_check = false
workers = 0
user = root
log_level = ERROR
fallocate_reserve = 0
[pipeline:main]
pipeline = %(kind)s-server
[app:%(kind)s-server]
use = egg:swift#%(kind)s
"""
PROXY = """[DEFAULT]
bind_ip = 127.0.0.1
bind_port = %(port)d
swift_dir = %(folder)s
workers = 0
user = root
log_level = ERROR
[pipeline:main]
pipeline = catch_errors cache s3api tempauth bulk slo dlo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:%(cache)d
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
"""


def prepare():
    from swift.common.ring import RingBuilder

    os.makedirs(folder + '/devices/one', exist_ok=True)
    for n, kind in enumerate(('account', 'container', 'object'), 1):
        builder = RingBuilder(4, 1, 1)
        place = {'ip': '127.0.0.1', 'port': port + n, 'device': 'one'}
        builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'replication_ip': place['ip'],
                         'replication_port': place['port'], 'meta': '', **place})
        builder.rebalance()
        builder.get_ring().save('%s/%s.ring.gz' % (folder, kind))
        with open('%s/%s.conf' % (folder, kind), 'w') as file:
            file.write(STORAGE % {'port': port + n, 'folder': folder, 'kind': kind})
    with open(folder + '/proxy.conf', 'w') as file:
        file.write(PROXY % {'port': port, 'folder': folder, 'cache': port + 4})


def serve(kind):
    from swift.common.wsgi import run_wsgi

    sys.exit(run_wsgi('%s/%s.conf' % (folder, kind), '%s-server' % kind))


prepare()
children = [subprocess.Popen(['memcached', '-u', 'root', '-l', '127.0.0.1', '-p', str(port + 4)]).pid]
for kind in ('account', 'container', 'object', 'proxy'):
    child = os.fork()
    if child == 0:
        serve(kind)
    children.append(child)
# Ends with the proof: its end closes our input.
sys.stdin.read()
for child in children:
    os.kill(child, 9)
